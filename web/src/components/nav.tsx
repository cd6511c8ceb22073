// nav.tsx - the way between the places: beside the page, and at the foot of a narrow one.

import { PLACES, type Place, addressOf, titles } from "../places";
import { Icon, type IconName } from "./icons";

const icons: Record<Place, IconName> = {
    chat: "chat", investigate: "search", tasks: "list", documents: "book", runs: "plan",
};

export function Places({ place }: { place: Place }) {
    return (
        <nav class="places" aria-label="Places">
            <ul>{PLACES.map((one) => (
                <li key={one}>
                    <a href={addressOf(one)} aria-current={one === place ? "page" : undefined}>
                        <Icon name={icons[one]} /><span>{titles[one]}</span>
                    </a>
                </li>
            ))}</ul>
        </nav>
    );
}
