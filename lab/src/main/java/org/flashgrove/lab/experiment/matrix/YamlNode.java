package org.flashgrove.lab.experiment.matrix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.core.spec.WholeNumber;
import org.flashgrove.datasets.InputException;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A value of a YAML document with its position. A scalar is always a text, and the reader never
 * guesses its type. To keep a hostile file from using much memory or time, the reader rejects
 * anchors, aliases, tags and deep nesting, and limits the size of a document.
 */
final class YamlNode {
  private static final int MOST_CHARACTERS = 1 << 20;
  private static final int DEEPEST = 12;

  private final String file;
  private final Node node;

  private YamlNode(String file, Node node) {
    this.file = file;
    this.node = node;
  }

  /**
   * Reads a document.
   *
   * @param file name of the document for messages
   * @throws InputException if the text is not one document of plain YAML
   */
  static YamlNode read(String file, String text) {
    if (text.length() > MOST_CHARACTERS) {
      throw new InputException(
          file, 0, "has " + text.length() + " characters", "at most " + MOST_CHARACTERS);
    }
    LoadSettings settings = LoadSettings.builder().setLabel(file).build();
    try {
      refuseWhatIsNotPlain(file, new Parse(settings).parseString(text));
      return new YamlNode(
          file,
          new Compose(settings)
              .composeString(text)
              .orElseThrow(() -> new InputException(file, 0, "is empty", "an experiment")));
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      int column = e.getProblemMark().map(mark -> mark.getColumn() + 1).orElse(0);
      throw new InputException(file, line, column, oneLine(e.getProblem()), "YAML 1.2", e);
    } catch (YamlEngineException e) {
      throw new InputException(file, 0, oneLine(e.getMessage()), "YAML 1.2", e);
    }
  }

  private static String oneLine(String text) {
    return text == null ? "is not YAML" : text.strip().replaceAll("\\s+", " ");
  }

  /**
   * Checks the events of the YAML parser before the document is built from them. Rejects anchors,
   * aliases, tags, deep nesting and a second document. The parser does not recurse, unlike the code
   * that builds the document, so deep nesting does no harm here.
   */
  private static void refuseWhatIsNotPlain(String file, Iterable<Event> events) {
    int depth = 0;
    int documents = 0;
    for (Event event : events) {
      int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
      if (event instanceof CollectionStartEvent) {
        depth++;
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      } else if (event instanceof DocumentStartEvent) {
        documents++;
      }
      if (depth > DEEPEST) {
        throw new InputException(file, line, "is nested too deep", DEEPEST + " levels");
      }
      if (documents > 1) {
        throw new InputException(file, line, "a second document", "one document");
      }
      if (event instanceof AliasEvent
          || event instanceof NodeEvent named && named.getAnchor().isPresent()) {
        throw new InputException(file, line, "an anchor or alias", "values written out");
      }
      boolean tagged =
          event instanceof CollectionStartEvent start && start.getTag().isPresent()
              || event instanceof ScalarEvent scalar && scalar.getTag().isPresent();
      if (tagged) {
        throw new InputException(file, line, "a tag", "values without tags");
      }
    }
  }

  private static int line(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(-1) + 1;
  }

  /** Returns the exception for a wrong value. */
  InputException wrong(String wrong, String allowed) {
    return wrong(node, wrong, allowed);
  }

  /** Returns the exception for a wrong key of this mapping. */
  InputException wrongKey(String key, String wrong, String allowed) {
    for (NodeTuple tuple : ((MappingNode) node).getValue()) {
      if (new YamlNode(file, tuple.getKeyNode()).text().equals(key)) {
        return wrong(tuple.getKeyNode(), wrong, allowed);
      }
    }
    return wrong(wrong, allowed);
  }

  private InputException wrong(Node at, String wrong, String allowed) {
    int column = at.getStartMark().map(mark -> mark.getColumn() + 1).orElse(0);
    return new InputException(file, line(at), column, wrong, allowed, null);
  }

  boolean isScalar() {
    return node instanceof ScalarNode;
  }

  boolean isMapping() {
    return node instanceof MappingNode;
  }

  /** Returns the text of a scalar, which must not be empty. */
  String text() {
    if (!(node instanceof ScalarNode scalar)) {
      throw wrong("a list or a mapping", "a single value");
    }
    String value = scalar.getValue().strip();
    if (value.isEmpty()) {
      throw wrong("no value", "a single value");
    }
    return value;
  }

  /** Returns the text, which must be one of {@code allowed}. */
  String choice(List<String> allowed) {
    String text = text();
    if (!allowed.contains(text)) {
      throw wrong("'" + text + "'", String.join(", ", allowed));
    }
    return text;
  }

  /** Returns the constant of an enum whose name in lower case is the text. */
  <E extends Enum<E>> E choice(Class<E> type) {
    List<String> words =
        Arrays.stream(type.getEnumConstants())
            .map(each -> each.name().toLowerCase(Locale.ROOT))
            .toList();
    return Enum.valueOf(type, choice(words).toUpperCase(Locale.ROOT));
  }

  /** Returns a whole number, which must be between {@code least} and {@code most}. */
  long integer(long least, long most) {
    String text = text();
    try {
      long value = WholeNumber.parseLong(text.replace("_", ""));
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The exception below names the allowed range.
    }
    throw wrong("'" + text + "'", "a whole number from " + least + " to " + most);
  }

  /** Returns a finite number, which must be greater than {@code bound}. */
  double above(double bound) {
    String text = text();
    try {
      double value = Double.parseDouble(text);
      if (value > bound && Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The exception below names the bound.
    }
    throw wrong("'" + text + "'", "a number above " + bound);
  }

  /** Returns the values of a list. A value that is not a list counts as a list of one value. */
  List<YamlNode> items() {
    if (!(node instanceof SequenceNode sequence)) {
      return List.of(this);
    }
    List<YamlNode> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      items.add(new YamlNode(file, item));
    }
    if (items.isEmpty()) {
      throw wrong("an empty list", "at least one value");
    }
    return items;
  }

  /** Returns the texts of {@link #items}. */
  List<String> texts() {
    return items().stream().map(YamlNode::text).toList();
  }

  /**
   * Returns the values of a mapping by key, in the order of the document. Each key must occur once.
   */
  Map<String, YamlNode> entries() {
    if (!(node instanceof MappingNode mapping)) {
      throw wrong("not a mapping", "key: value");
    }
    Map<String, YamlNode> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      YamlNode key = new YamlNode(file, tuple.getKeyNode());
      if (entries.put(key.text(), new YamlNode(file, tuple.getValueNode())) != null) {
        throw key.wrong("'" + key.text() + "' is given twice", "each key once");
      }
    }
    return entries;
  }

  /** Returns the value without its position: a map, a list or a text. */
  Object plain() {
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue().stream().map(item -> new YamlNode(file, item).plain()).toList();
    }
    if (node instanceof MappingNode) {
      Map<String, Object> plain = new LinkedHashMap<>();
      entries().forEach((key, value) -> plain.put(key, value.plain()));
      return plain;
    }
    return text();
  }
}
