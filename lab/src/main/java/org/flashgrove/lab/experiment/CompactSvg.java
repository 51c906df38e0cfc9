package org.flashgrove.lab.experiment;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * Reduces the size of SVG drawings, so that many fit into one page. Numbers get at most two
 * decimals. Consecutive lines with the same style become one path. Outlines of texts become text
 * elements. The document type is removed, because it contains a network address.
 */
final class CompactSvg {
  private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d+(?:[eE]-?\\d+)?");
  private static final Pattern CLIP = Pattern.compile("clip\\d+");
  private static final Set<String> NUMBERS =
      Set.of("d", "x", "y", "width", "height", "points", "transform", "cx", "cy", "rx", "ry", "r");
  private static final double HUNDREDTHS = 100;

  private final Map<String, String> clips = new LinkedHashMap<>();
  private final OutlinedText texts = new OutlinedText();
  private final String prefix;
  private final XMLStreamWriter xml;
  private final StringWriter text = new StringWriter();
  private String lineStyle;
  private String lineEnd = "";
  private final StringBuilder lines = new StringBuilder();

  private CompactSvg(String prefix) throws XMLStreamException {
    this.prefix = prefix;
    xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
  }

  /**
   * Returns a drawing in compact form.
   *
   * @param svg a complete SVG document
   * @param prefix prefix of the names that the drawing defines; unique within the page
   */
  static String of(byte[] svg, String prefix) {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(svg));
      CompactSvg compact = new CompactSvg(prefix);
      while (reader.hasNext()) {
        compact.take(reader.next(), reader);
      }
      compact.xml.flush();
      return compact.text.toString();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a drawing that is no SVG", e);
    }
  }

  private void take(int event, XMLStreamReader reader) throws XMLStreamException {
    if (event == XMLStreamConstants.START_ELEMENT) {
      Map<String, String> attributes = attributes(reader);
      if (reader.getLocalName().equals("line")) {
        line(attributes);
        return;
      }
      endLines();
      OutlinedText.Text found =
          reader.getLocalName().equals("path") ? texts.in(attributes.get("d")) : null;
      if (found == null) {
        start(reader.getLocalName(), attributes);
      } else {
        start("text", found.attributes(attributes.get("style")));
        xml.writeCharacters(found.characters());
      }
    } else if (event == XMLStreamConstants.END_ELEMENT && !reader.getLocalName().equals("line")) {
      endLines();
      xml.writeEndElement();
    }
  }

  private void start(String name, Map<String, String> attributes) throws XMLStreamException {
    xml.writeStartElement(name);
    if (name.equals("svg")) {
      xml.writeDefaultNamespace("http://www.w3.org/2000/svg");
    }
    for (Map.Entry<String, String> each : attributes.entrySet()) {
      xml.writeAttribute(each.getKey(), value(each.getKey(), each.getValue()));
    }
  }

  private static Map<String, String> attributes(XMLStreamReader reader) {
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
    }
    return attributes;
  }

  private String value(String name, String value) {
    if (NUMBERS.contains(name)) {
      return NUMBER.matcher(value).replaceAll(found -> rounded(Double.parseDouble(found.group())));
    }
    return CLIP.matcher(value).replaceAll(this::clip);
  }

  private String clip(MatchResult found) {
    return clips.computeIfAbsent(found.group(), unused -> prefix + "-clip-" + clips.size());
  }

  /** Adds a line to the current path if it has the same style, or else starts a new path. */
  private void line(Map<String, String> attributes) throws XMLStreamException {
    String style = attributes.get("style");
    if (!style.equals(lineStyle)) {
      endLines();
      lineStyle = style;
    }
    String from = point(attributes, "x1", "y1");
    String to = point(attributes, "x2", "y2");
    if (!from.equals(lineEnd)) {
      lines.append('M').append(from);
    }
    lines.append('L').append(to);
    lineEnd = to;
  }

  private static String point(Map<String, String> attributes, String x, String y) {
    return rounded(Double.parseDouble(attributes.get(x)))
        + ','
        + rounded(Double.parseDouble(attributes.get(y)));
  }

  private void endLines() throws XMLStreamException {
    if (lineStyle != null) {
      xml.writeEmptyElement("path");
      xml.writeAttribute("d", lines.toString());
      xml.writeAttribute("style", lineStyle);
      lineStyle = null;
      lineEnd = "";
      lines.setLength(0);
    }
  }

  /** Returns a number as text with at most two decimals. */
  static String rounded(double value) {
    double near = Math.round(value * HUNDREDTHS) / HUNDREDTHS;
    return near == Math.rint(near)
        ? Long.toString((long) near)
        : String.format(Locale.ROOT, "%.2f", near).replaceAll("0$", "");
  }
}
