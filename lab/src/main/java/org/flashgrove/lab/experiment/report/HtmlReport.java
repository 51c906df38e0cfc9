package org.flashgrove.lab.experiment.report;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.flashgrove.lab.experiment.Drawing;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.PlotFiles;

/** Writes a report as a self-contained HTML file. */
public final class HtmlReport {
  private static final String STYLE =
      "body{font-family:sans-serif;max-width:80em;margin:2em auto;padding:0 1em;color:#222}"
          + "table{border-collapse:collapse;margin:1em 0;font-size:90%}"
          + "th,td{border:1px solid #ccc;padding:.2em .6em;text-align:right}"
          + "th.l,td.l{text-align:left}th{background:#f0f0f0}"
          + "caption{text-align:left;font-weight:bold;padding:.4em 0}"
          + "figure{display:inline-block;margin:.5em}svg{max-width:100%}";

  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter xml;

  private HtmlReport() throws XMLStreamException {
    xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
  }

  /**
   * Returns a report as HTML.
   *
   * @throws IOException if a plot cannot be drawn
   */
  public static String write(String title, List<Section> sections) throws IOException {
    try {
      return new HtmlReport().document(title, sections);
    } catch (XMLStreamException e) {
      throw new IOException("the report cannot be written: " + e.getMessage(), e);
    }
  }

  private String document(String title, List<Section> sections)
      throws XMLStreamException, IOException {
    text.write("<!DOCTYPE html>\n");
    xml.writeStartElement("html");
    xml.writeAttribute("lang", "en");
    xml.writeStartElement("head");
    xml.writeEmptyElement("meta");
    xml.writeAttribute("charset", "utf-8");
    element("title", title);
    element("style", STYLE);
    xml.writeEndElement();
    xml.writeStartElement("body");
    element("h1", title);
    for (Section section : sections) {
      element("h2", section.title());
      for (String line : section.lines()) {
        element("p", line);
      }
      for (FigureTable table : section.tables()) {
        table(table);
      }
      for (Drawing drawing : section.drawings()) {
        figure(drawing);
      }
    }
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndDocument();
    xml.close();
    return text.append('\n').toString();
  }

  private void element(String name, String content) throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(content);
    xml.writeEndElement();
  }

  private void table(FigureTable table) throws XMLStreamException {
    xml.writeStartElement("table");
    element("caption", table.title());
    for (int row = 0; row < table.cells().size(); row++) {
      xml.writeStartElement("tr");
      List<String> cells = table.cells().get(row);
      for (int column = 0; column < cells.size(); column++) {
        xml.writeStartElement(row == 0 ? "th" : "td");
        if (column < table.labels()) {
          xml.writeAttribute("class", "l");
        }
        xml.writeCharacters(cells.get(column));
        xml.writeEndElement();
      }
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private void figure(Drawing drawing) throws XMLStreamException, IOException {
    xml.writeStartElement("figure");
    xml.writeAttribute("role", "img");
    xml.writeAttribute("aria-label", drawing.title());
    xml.writeCharacters(""); // ends the start tag
    xml.flush();
    text.write(PlotFiles.svg(drawing));
    xml.writeEndElement();
  }
}
