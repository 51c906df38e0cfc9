package org.flashgrove.lab.experiment;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the text that a filled outline shows. The plot library draws each letter of a text as an
 * outline. This class compares outlines with the glyphs of the fonts that the library uses. An
 * outline that matches no glyph stays an outline.
 */
final class OutlinedText {
  private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, false);

  /** Styles and sizes of the fonts of labels, legends and titles. */
  private static final int[][] FONTS = {
    {Font.PLAIN, 12},
    {Font.PLAIN, 11},
    {Font.BOLD, 14},
    {Font.BOLD, 12},
    {Font.BOLD, 11},
    {Font.PLAIN, 14},
    {Font.PLAIN, 10},
    {Font.BOLD, 10}
  };

  private static final String CHARACTERS = characters();
  private static final Pattern SEGMENT =
      Pattern.compile("[MLQCZ]|-?\\d+(?:\\.\\d+)?(?:[eE]-?\\d+)?");
  private static final double NEAR = 0.02;
  private static final int MOST_SPACES = 2;

  private final List<Face> faces = new ArrayList<>();

  /**
   * A text in a drawing.
   *
   * @param characters the characters
   * @param face the font
   * @param x x coordinate of its start
   * @param y y coordinate of its baseline
   * @param isUpright whether it runs upwards, like the title of a y axis
   * @param length length in pixels
   */
  record Text(String characters, Font face, double x, double y, boolean isUpright, double length) {
    /** Returns the attributes of the SVG element. */
    Map<String, String> attributes(String style) {
      Map<String, String> attributes = new LinkedHashMap<>();
      if (isUpright) {
        attributes.put(
            "transform",
            "translate(" + CompactSvg.rounded(x) + " " + CompactSvg.rounded(y) + ") rotate(-90)");
      } else {
        attributes.put("x", CompactSvg.rounded(x));
        attributes.put("y", CompactSvg.rounded(y));
      }
      attributes.put("textLength", CompactSvg.rounded(length));
      attributes.put("lengthAdjust", "spacingAndGlyphs");
      attributes.put(
          "style",
          style
              + "white-space:pre;font:"
              + (face.isBold() ? "bold " : "")
              + face.getSize()
              + "px sans-serif");
      return attributes;
    }
  }

  /** Outlines of the glyphs of a font, relative to the start of the glyph. */
  private static final class Face {
    private final Font font;
    private final List<double[]> outlines = new ArrayList<>();
    private final List<Character> letters = new ArrayList<>();
    private final Map<Character, Double> advances = new LinkedHashMap<>();

    Face(Font font) {
      this.font = font;
      for (char letter : CHARACTERS.toCharArray()) {
        var glyph = font.createGlyphVector(CONTEXT, new char[] {letter});
        advances.put(letter, (double) glyph.getGlyphMetrics(0).getAdvanceX());
        double[] outline = PathNumbers.of(glyph.getOutline());
        if (outline.length > 0) {
          outlines.add(outline);
          letters.add(letter);
        }
      }
    }
  }

  private static String characters() {
    StringBuilder all = new StringBuilder();
    for (char c = ' '; c <= '~'; c++) {
      all.append(c);
    }
    return all.append("µ±×·°≤≥äöüÄÖÜßéèà–").toString();
  }

  /** Returns the text that a path shows, or null if it shows none. */
  Text in(String path) {
    double[] numbers = parsed(path);
    if (numbers.length == 0) {
      return null;
    }
    if (faces.isEmpty()) {
      for (int[] each : FONTS) {
        faces.add(new Face(new Font(Font.SANS_SERIF, each[0], each[1])));
      }
    }
    for (boolean isUpright : new boolean[] {false, true}) {
      double[] level = isUpright ? PathNumbers.turned(numbers) : numbers;
      for (Face face : faces) {
        Text text = read(level, face, isUpright);
        if (text != null) {
          return text;
        }
      }
    }
    return null;
  }

  /**
   * Reads a path as text, glyph after glyph. The position of the first glyph determines the start
   * of the text.
   */
  private static Text read(double[] path, Face face, boolean isUpright) {
    for (int first = 0; first < face.outlines.size(); first++) {
      double[] outline = face.outlines.get(first);
      double x = path[1] - outline[1];
      double y = path[2] - outline[2];
      if (PathNumbers.beginsWith(path, 0, outline, x, y, NEAR)) {
        StringBuilder found = new StringBuilder();
        double end = rest(path, face, x, y, found);
        if (!Double.isNaN(end)) {
          return new Text(
              found.toString(),
              face.font,
              isUpright ? y : x,
              isUpright ? -x : y,
              isUpright,
              end - x);
        }
      }
    }
    return null;
  }

  /**
   * Reads the rest of a path as text. Returns the x coordinate of its end, or NaN if the path
   * contains something else.
   */
  private static double rest(double[] path, Face face, double x, double y, StringBuilder found) {
    double space = face.advances.get(' ');
    int at = 0;
    double pen = x;
    while (at < path.length) {
      int letter = letter(path, at, face, y);
      if (letter < 0) {
        return Double.NaN;
      }
      double[] outline = face.outlines.get(letter);
      double begins = path[at + 1] - outline[1];
      long spaces = Math.round((begins - pen) / space);
      if (spaces < 0 || spaces > MOST_SPACES) {
        return Double.NaN;
      }
      found.append(" ".repeat((int) spaces)).append(face.letters.get(letter).charValue());
      at += outline.length;
      pen = begins + face.advances.get(face.letters.get(letter));
    }
    return pen;
  }

  /** Returns the index of the longest outline that matches the path at a position, or -1. */
  private static int letter(double[] path, int at, Face face, double y) {
    int longest = -1;
    for (int i = 0; i < face.outlines.size(); i++) {
      double[] outline = face.outlines.get(i);
      boolean longer = longest < 0 || outline.length > face.outlines.get(longest).length;
      if (longer && PathNumbers.beginsWith(path, at, outline, path[at + 1] - outline[1], y, NEAR)) {
        longest = i;
      }
    }
    return longest;
  }

  private static double[] parsed(String path) {
    List<Double> numbers = new ArrayList<>();
    Matcher segments = SEGMENT.matcher(path);
    while (segments.find()) {
      int kind = "MLQCZ".indexOf(segments.group().charAt(0));
      numbers.add(kind < 0 ? Double.parseDouble(segments.group()) : PathNumbers.marker(kind));
    }
    return numbers.stream().mapToDouble(each -> each).toArray();
  }
}
