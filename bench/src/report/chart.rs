//! Two kinds of charts: horizontal bars in groups, and lines.

use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// What drawing may end with.
pub type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Ours; the others get shades of grey and of orange.
pub const OURS: [RGBColor; 4] =
    [RGBColor(0, 92, 175), RGBColor(66, 146, 208), RGBColor(140, 193, 232), RGBColor(190, 221, 243)];
pub const THEIRS: [RGBColor; 4] =
    [RGBColor(214, 96, 40), RGBColor(240, 160, 100), RGBColor(150, 150, 150), RGBColor(200, 200, 200)];
const INK: RGBColor = RGBColor(40, 40, 40);
const WIDTH: i32 = 920;
const LABELS: i32 = 190;

/// A series of bars.
pub struct Series {
    pub name: String,
    pub color: RGBColor,
}

/// Bars in groups: one group for each label, one bar in it for each series that has a value there.
pub struct Bars {
    pub title: String,
    pub series: Vec<Series>,
    /// A label and a value for each series.
    pub groups: Vec<(String, Vec<Option<f64>>)>,
    /// How a value is written behind its bar.
    pub text: fn(f64) -> String,
    /// Where to draw a line across all bars.
    pub mark: Option<f64>,
}

impl Bars {
    pub fn draw(&self, path: &Path) -> Drawn {
        const BAR: i32 = 15;
        const GAP: i32 = 12;
        let rows: i32 =
            self.groups.iter().map(|(_, values)| values.iter().flatten().count() as i32 * BAR + GAP).sum();
        let legend = if self.series.len() > 1 { 24 } else { 0 };
        let top = 44 + legend;
        let height = top + rows + 16;
        let area = SVGBackend::new(path, (WIDTH as u32, height as u32)).into_drawing_area();
        area.fill(&WHITE)?;
        title(&area, &self.title)?;
        if legend > 0 {
            keys(&area, self.series.iter().map(|series| (series.name.as_str(), series.color)))?;
        }
        let most = self
            .groups
            .iter()
            .flat_map(|(_, values)| values.iter().flatten())
            .chain(&self.mark)
            .copied()
            .fold(0.0, f64::max)
            .max(f64::MIN_POSITIVE);
        let place = |value: f64| LABELS + (value / most * f64::from(WIDTH - LABELS - 80)) as i32;
        let mut y = top;
        for (label, values) in &self.groups {
            let bars = values.iter().flatten().count() as i32;
            let middle = y + bars * BAR / 2;
            let right = font(14).pos(Pos::new(HPos::Right, VPos::Center));
            area.draw(&Text::new(label.clone(), (LABELS - 8, middle), right))?;
            for (series, value) in self.series.iter().zip(values) {
                let Some(value) = value else { continue };
                let end = place(*value).max(LABELS + 1);
                area.draw(&Rectangle::new([(LABELS, y), (end, y + BAR - 2)], series.color.filled()))?;
                let left = font(12).pos(Pos::new(HPos::Left, VPos::Center));
                area.draw(&Text::new((self.text)(*value), (end + 5, y + BAR / 2 - 1), left))?;
                y += BAR;
            }
            y += GAP;
        }
        if let Some(mark) = self.mark {
            area.draw(&PathElement::new([(place(mark), top - 6), (place(mark), y)], INK.stroke_width(1)))?;
        }
        area.present()?;
        Ok(())
    }
}

/// A line over the columns; `None` where there is no value.
pub struct Line {
    pub name: String,
    pub color: RGBColor,
    pub width: u32,
    pub values: Vec<Option<f64>>,
}

/// Lines over labelled columns.
pub struct Lines {
    pub title: String,
    pub columns: Vec<String>,
    pub lines: Vec<Line>,
    pub unit: &'static str,
    /// Higher values leave the chart.
    pub most: f64,
}

impl Lines {
    pub fn draw(&self, path: &Path) -> Drawn {
        let area = SVGBackend::new(path, (WIDTH as u32, 460)).into_drawing_area();
        area.fill(&WHITE)?;
        title(&area, &self.title)?;
        keys(&area, self.lines.iter().map(|line| (line.name.as_str(), line.color)))?;
        let (_, area) = area.split_vertically(62);
        let last = self.columns.len().saturating_sub(1).max(1) as f64;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(34)
            .y_label_area_size(48)
            .build_cartesian_2d(0.0..last, 0.0..self.most)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .bold_line_style(RGBColor(225, 225, 225))
            .x_labels(self.columns.len())
            .x_label_formatter(&|x| self.columns.get(x.round() as usize).cloned().unwrap_or_default())
            .y_desc(self.unit)
            .label_style(font(13))
            .draw()?;
        for line in self.lines.iter().rev() {
            let points = line
                .values
                .iter()
                .enumerate()
                .filter_map(|(at, value)| value.map(|value| (at as f64, value)))
                .filter(|(_, value)| *value <= self.most);
            chart.draw_series(LineSeries::new(points, line.color.stroke_width(line.width)))?;
        }
        area.present()?;
        Ok(())
    }
}

fn title(area: &DrawingArea<SVGBackend<'_>, Shift>, title: &str) -> Drawn {
    area.draw(&Text::new(title.to_owned(), (16, 14), ("sans-serif", 18).into_font().color(&INK)))?;
    Ok(())
}

/// What the colours stand for; names that are empty share the key before them.
fn keys<'a>(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    keys: impl Iterator<Item = (&'a str, RGBColor)>,
) -> Drawn {
    let mut x = 16;
    for (name, color) in keys.filter(|(name, _)| !name.is_empty()) {
        area.draw(&Rectangle::new([(x, 44), (x + 12, 56)], color.filled()))?;
        area.draw(&Text::new(name.to_owned(), (x + 17, 44), font(13)))?;
        x += 34 + 7 * name.chars().count() as i32;
    }
    Ok(())
}

fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}
