// Reads the first sheet of a workbook with calamine, all cells, typed, and prints how many there are and a checksum.
use calamine::{open_workbook, Data, Reader, Xlsx};

fn main() {
    let path = std::env::args().nth(1).expect("a workbook");
    let mut book: Xlsx<_> = open_workbook(&path).expect("it opens");
    let name = book.sheet_names()[0].clone();
    let range = book.worksheet_range(&name).expect("a sheet");
    let (mut cells, mut sum, mut bytes) = (0u64, 0f64, 0usize);
    for row in range.rows() {
        for cell in row {
            match cell {
                Data::Empty => continue,
                Data::Float(v) => sum += v,
                Data::Int(v) => sum += *v as f64,
                Data::String(s) => bytes += s.len(),
                _ => (),
            }
            cells += 1;
        }
    }
    println!("{cells} cells, sum {sum}, {bytes} bytes of text");
}
