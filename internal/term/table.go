package term

import (
	"bufio"
	"slices"
	"strings"
)

// A Column is a column of a [Table].
type Column struct {
	// Title is the header of the column on a terminal.
	Title string
	// Name is the column's name in help; "" for the title in lower case.
	Name string
	// Right aligns the cells at the right.
	Right bool
	// Min is the least width to which cells may be cut; 0 means that cells are never cut.
	Min int
	// GivesWay says that this column is cut before others, down to a third of the terminal's
	// width.
	GivesWay bool
	// Wrap continues a cell that is too wide on further lines, instead of cutting it.
	Wrap bool
	// Drop is the order in which a narrow terminal leaves out columns: the highest number first, 0
	// never.
	Drop int
}

// A Cell is one value in a row.
type Cell struct {
	Text  string
	Style Style
	Link  int // the number of a link in the text; 0 for none
}

// A Table writes rows.
//   - On a terminal the table has a header and aligned columns, and lines are cut to the width.
//   - On a plain terminal each row is a line of full values, separated by commas. The title of its
//     column precedes a number, except in the first column.
//   - Elsewhere each row is a line of full values, separated by tabs, without a header.
type Table struct {
	out     *Output
	columns []Column
	rows    []tableRow // of a terminal
	lines   *bufio.Writer
}

type tableRow struct {
	cells []Cell
	under []Cell // the cells of a line below the row; empty for none
}

// NewTable begins a table on out. [Table.Flush] completes it.
func NewTable(out *Output, columns ...Column) *Table {
	return &Table{out: out, columns: columns, lines: bufio.NewWriter(out)}
}

// Row adds a row with a cell for each column.
func (t *Table) Row(cells ...Cell) error {
	for i := range cells {
		cells[i].Text = t.out.Text(cells[i].Text)
	}
	if t.out.IsTerminal() && !t.out.Plain {
		t.rows = append(t.rows, tableRow{cells: cells})
		return nil
	}
	var texts []string
	separator, isPlain := "\t", t.out.IsTerminal()
	if isPlain {
		separator = ", "
	}
	for i, c := range cells {
		if isPlain && c.Text != "" && i > 0 && t.columns[i].Right {
			c.Text = strings.ToLower(t.columns[i].Title) + " " + c.Text
		}
		if !isPlain || c.Text != "" { // a screen reader reads no empty cells
			texts = append(texts, c.Text)
		}
	}
	_, err := t.lines.WriteString(strings.Join(texts, separator) + "\n")
	return err
}

// Under adds a line below the last row, with no gaps between the cells. A terminal that is not plain
// cuts the line to its width. Elsewhere Under writes nothing.
func (t *Table) Under(cells ...Cell) {
	if t.out.Plain && t.out.IsTerminal() {
		t.below(cells, 0)
	}
	if n := len(t.rows); n > 0 {
		t.rows[n-1].under = cells
	}
}

// Flush writes the rows that are not written yet: on a terminal all rows, elsewhere the last ones.
// An empty table writes nothing.
func (t *Table) Flush() error {
	if len(t.rows) == 0 {
		return t.lines.Flush()
	}
	widths := t.layout()
	header := make([]Cell, len(t.columns))
	for i, c := range t.columns {
		header[i] = Cell{Text: c.Title, Style: Dim}
	}
	if slices.ContainsFunc(t.columns, func(c Column) bool { return c.Title != "" }) {
		t.row(header, widths)
	}
	for _, row := range t.rows {
		t.row(row.cells, widths)
		t.below(row.under, widths[0]+len(gap))
	}
	t.rows = nil
	return t.lines.Flush()
}

// gap is the space between columns.
const gap = "  "

// row writes a row, on several lines if cells of wrapped columns need them. Lines end without
// spaces.
func (t *Table) row(row []Cell, widths []int) {
	lines := make([][]string, len(row))
	height := 1
	for i, cell := range row {
		if lines[i] = []string{Cut(cell.Text, widths[i])}; t.columns[i].Wrap && widths[i] > 0 {
			lines[i] = Fold(cell.Text, widths[i])
		}
		height = max(height, len(lines[i]))
	}
	for n := range height {
		var line strings.Builder
		for i, cell := range row {
			if widths[i] == 0 {
				continue
			}
			text := ""
			if n < len(lines[i]) {
				text = lines[i][n]
			}
			fill := strings.Repeat(" ", max(0, widths[i]-Width(text)))
			if text = t.out.Styled(cell.Style, text); t.columns[i].Right {
				text, fill = fill+text, ""
			}
			line.WriteString(text + fill + gap)
		}
		_, _ = t.lines.WriteString(strings.TrimRight(line.String(), " ") + "\n") // Flush returns its first error
	}
}

// below writes a line of cells below a row, indented and cut to the terminal's width. Without cells
// it writes nothing.
func (t *Table) below(cells []Cell, indent int) {
	if len(cells) == 0 {
		return
	}
	_, _ = t.lines.WriteString(strings.Repeat(" ", indent))
	left := t.out.Width - indent
	for _, cell := range cells {
		text := t.out.Cut(t.out.Text(cell.Text), left)
		_, _ = t.lines.WriteString(t.out.Styled(cell.Style, text))
		if left -= Width(text); left <= 0 && !t.out.Plain {
			break
		}
	}
	_ = t.lines.WriteByte('\n')
}

// layout returns each column's width. The width is 0 for a column that is left out, because it is
// empty or the terminal is too narrow. If the other columns are still too wide, layout makes them
// narrower.
func (t *Table) layout() (widths []int) {
	var least, drops []int
	for i, c := range t.columns {
		width := 0
		for _, row := range t.rows {
			width = max(width, Width(row.cells[i].Text))
		}
		if width > 0 { // an empty column is left out
			width = max(width, Width(c.Title))
		}
		widths, least, drops = append(widths, width), append(least, width), append(drops, c.Drop)
		if c.Min > 0 {
			least[i] = min(width, c.Min)
		}
	}
	for total(least) > t.out.Width {
		drop := slices.Index(drops, slices.Max(drops))
		if drops[drop] == 0 {
			break
		}
		widths[drop], least[drop], drops[drop] = 0, 0, 0
	}
	for i, c := range t.columns {
		if over := total(widths) - t.out.Width; c.GivesWay && over > 0 {
			widths[i] -= max(0, min(over, widths[i]-max(least[i], t.out.Width/3)))
		}
	}
	for total(widths) > t.out.Width { // the widest column gets narrower, but none gets narrower than its least width
		widest := -1
		for i, w := range widths {
			if w > least[i] && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}

// total returns the width of a table with columns of these widths.
func total(widths []int) int {
	sum := -len(gap)
	for _, w := range widths {
		if w > 0 {
			sum += w + len(gap)
		}
	}
	return sum
}
