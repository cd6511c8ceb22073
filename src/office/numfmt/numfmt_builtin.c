/* numfmt_builtin.c - the formats that a workbook names by number only (ECMA-376 18.8.30).
 *
 * Those from 27 to 36 and from 50 to 81 belong to East Asian and Thai editions; elsewhere spreadsheets show their plain
 * counterpart, and so do we.
 */
#include "office/numfmt/numfmt_node.h"

static const char *const codes[50] = {
    [0] = "General",
    [1] = "0",
    [2] = "0.00",
    [3] = "#,##0",
    [4] = "#,##0.00",
    [5] = "\"$\"#,##0_);\\(\"$\"#,##0\\)",
    [6] = "\"$\"#,##0_);[Red]\\(\"$\"#,##0\\)",
    [7] = "\"$\"#,##0.00_);\\(\"$\"#,##0.00\\)",
    [8] = "\"$\"#,##0.00_);[Red]\\(\"$\"#,##0.00\\)",
    [9] = "0%",
    [10] = "0.00%",
    [11] = "0.00E+00",
    [12] = "# ?/?",
    [13] = "# ?\?/?\?",
    [14] = "m/d/yy",
    [15] = "d-mmm-yy",
    [16] = "d-mmm",
    [17] = "mmm-yy",
    [18] = "h:mm AM/PM",
    [19] = "h:mm:ss AM/PM",
    [20] = "h:mm",
    [21] = "h:mm:ss",
    [22] = "m/d/yy h:mm",
    [37] = "#,##0_);\\(#,##0\\)",
    [38] = "#,##0_);[Red]\\(#,##0\\)",
    [39] = "#,##0.00_);\\(#,##0.00\\)",
    [40] = "#,##0.00_);[Red]\\(#,##0.00\\)",
    [41] = "_(* #,##0_);_(* \\(#,##0\\);_(* \"-\"_);_(@_)",
    [42] = "_(\"$\"* #,##0_);_(\"$\"* \\(#,##0\\);_(\"$\"* \"-\"_);_(@_)",
    [43] = "_(* #,##0.00_);_(* \\(#,##0.00\\);_(* \"-\"??_);_(@_)",
    [44] = "_(\"$\"* #,##0.00_);_(\"$\"* \\(#,##0.00\\);_(\"$\"* \"-\"??_);_(@_)",
    [45] = "mm:ss",
    [46] = "[h]:mm:ss",
    [47] = "mmss.0",
    [48] = "##0.0E+0",
    [49] = "@",
};

/* What is shown in place of a number that this edition has no format for. */
static const struct {
    unsigned char first, last, same_as;
    bool counts; /* the next one is the same as the next */
} counterparts[] = {
    { 23, 26, 0, false }, { 27, 31, 14, false }, { 32, 35, 21, false }, { 36, 36, 14, false }, { 50, 58, 14, false },
    { 59, 62, 1, true },  { 63, 66, 5, true },   { 67, 68, 9, true },   { 69, 70, 12, true },  { 71, 74, 14, true },
    { 75, 77, 20, true }, { 78, 80, 45, true },  { 81, 81, 14, false },
};

const char *numfmt_builtin(unsigned id)
{
    if (id < COUNT_OF(codes) && codes[id])
        return codes[id];
    for (size_t i = 0; i < COUNT_OF(counterparts); i++)
        if (id >= counterparts[i].first && id <= counterparts[i].last)
            return codes[counterparts[i].same_as + (counterparts[i].counts ? id - counterparts[i].first : 0)];
    return NULL;
}
