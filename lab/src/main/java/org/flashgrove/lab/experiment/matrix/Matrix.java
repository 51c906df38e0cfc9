package org.flashgrove.lab.experiment.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.core.spec.WholeNumber;
import org.flashgrove.datasets.InputException;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.simulator.trace.Preconditioning;
import org.flashgrove.storage.log.SyncMode;

/**
 * The store configurations of an experiment. A matrix consists of blocks. A block gives the values
 * of each axis, such as index or page size, and stands for all combinations of these values.
 *
 * @param blocks axes with their values, in the order of the document
 * @param parameters parameters by name
 * @param only labels that remain on an axis, by scale; axes without an entry keep all labels
 */
record Matrix(
    List<Map<String, List<AxisValue>>> blocks,
    Map<String, Parameter> parameters,
    Map<Scale, Map<String, Set<String>>> only) {
  static final String DATA = "data";
  static final String INDEX = "index";
  static final String FLASH = "flash";
  static final String DEVICE = "device";
  static final String PAGE_SIZE = "pageSize";
  static final String SYNC = "sync";
  static final String PRECONDITION = "precondition";

  /** Axes that every block must have. */
  static final List<String> REQUIRED = List.of(DATA, INDEX, FLASH, DEVICE);

  private static final int MOST_CONFIGURATIONS = 100_000;
  private static final int DEEPEST = 4;
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");

  /**
   * Pattern of an error message about a spec. The groups are the problem and the allowed values.
   */
  private static final Pattern SPEC_MESSAGE =
      Pattern.compile("(.*) \\(allowed: (.*)\\)", Pattern.DOTALL);

  private static final double[] ANY_DOMAIN = {0, 0, 1, 1};

  /** Returns the names of all axes. */
  Set<String> axes() {
    Set<String> axes = new LinkedHashSet<>();
    blocks.forEach(block -> axes.addAll(block.keySet()));
    return axes;
  }

  /** Returns the labels of an axis in all blocks. */
  Set<String> labels(String axis) {
    Set<String> labels = new LinkedHashSet<>();
    for (Map<String, List<AxisValue>> block : blocks) {
      block.getOrDefault(axis, List.of()).forEach(value -> labels.add(value.label()));
    }
    return labels;
  }

  /**
   * Returns all configurations to run at a scale, without duplicates.
   *
   * @throws InputException if a configuration is invalid; the message names the place in the
   *     document that describes the matrix
   */
  List<Configuration> expand(Scale scale) {
    Set<String> varying = new LinkedHashSet<>();
    for (String axis : axes()) {
      if (labels(axis).size() > 1) {
        varying.add(axis);
      }
    }
    Map<Map<String, String>, Configuration> all = new LinkedHashMap<>();
    for (Map<String, List<AxisValue>> block : blocks) {
      for (Map<String, AxisValue> point : points(remaining(block, scale))) {
        Configuration configuration = configuration(point, varying, scale);
        all.putIfAbsent(configuration.labels(), configuration);
      }
    }
    return List.copyOf(all.values());
  }

  /**
   * Returns the labels of all points of all blocks, in the order of the document. A point is a
   * combination of one value for each axis.
   */
  Set<Map<String, String>> allLabels() {
    Set<Map<String, String>> all = new LinkedHashSet<>();
    for (Map<String, List<AxisValue>> block : blocks) {
      points(block).forEach(point -> all.add(labels(point)));
    }
    return all;
  }

  private static Map<String, String> labels(Map<String, AxisValue> point) {
    Map<String, String> labels = new LinkedHashMap<>();
    point.forEach((axis, value) -> labels.put(axis, value.label()));
    return labels;
  }

  private Map<String, List<AxisValue>> remaining(Map<String, List<AxisValue>> block, Scale scale) {
    Map<String, Set<String>> left = only.getOrDefault(scale, Map.of());
    Map<String, List<AxisValue>> remaining = new LinkedHashMap<>();
    block.forEach(
        (axis, values) ->
            remaining.put(
                axis,
                values.stream()
                    .filter(v -> !left.containsKey(axis) || left.get(axis).contains(v.label()))
                    .toList()));
    return remaining;
  }

  /**
   * Returns the points of a block: all combinations of one value for each axis. The last axis
   * varies fastest.
   */
  private static List<Map<String, AxisValue>> points(Map<String, List<AxisValue>> block) {
    List<Map<String, AxisValue>> points = new ArrayList<>();
    points.add(new LinkedHashMap<>());
    for (Map.Entry<String, List<AxisValue>> axis : block.entrySet()) {
      List<Map<String, AxisValue>> longer = new ArrayList<>();
      for (Map<String, AxisValue> point : points) {
        for (AxisValue value : axis.getValue()) {
          Map<String, AxisValue> next = new LinkedHashMap<>(point);
          next.put(axis.getKey(), value);
          longer.add(next);
        }
        if (longer.size() > MOST_CONFIGURATIONS) {
          throw axis.getValue()
              .get(0)
              .wrong("a matrix of too many configurations", "at most " + MOST_CONFIGURATIONS);
        }
      }
      points = longer;
    }
    return points;
  }

  private Configuration configuration(
      Map<String, AxisValue> point, Set<String> varying, Scale scale) {
    Map<String, String> labels = labels(point);
    String index = text(point, INDEX, null, scale);
    String sized =
        StoreOptions.lacksDomain(index) ? StoreOptions.withDomain(index, ANY_DOMAIN) : index;
    int pageSize = pageSize(point, text(point, PAGE_SIZE, "4K", scale));
    String device = text(point, DEVICE, null, scale);
    String flash = text(point, FLASH, null, scale);
    String sync = text(point, SYNC, "close", scale);
    StoreOptions options =
        StoreOptions.defaults().withIndex("rstar").withFlash("efind").withDevice("direct");
    options = with(options, point.get(PAGE_SIZE), store -> store.withPageSize(pageSize));
    options = with(options, point.get(DEVICE), store -> store.withDevice(device));
    // The sync mode is set before the buffer, because a buffer without a log supports only the sync
    // mode close.
    options = with(options, point.get(SYNC), store -> store.withSync(SyncMode.parse(sync)));
    options = with(options, point.get(FLASH), store -> store.withFlash(flash));
    options = with(options, point.get(INDEX), store -> store.withIndex(sized));
    return new Configuration(
        labels,
        varying,
        point.get(DATA).text(),
        index,
        options,
        precondition(point, options, text(point, PRECONDITION, "none", scale)));
  }

  /**
   * Returns the options after {@code part} has applied {@code value} to them. If the result is
   * invalid, the exception names the line of {@code value} in the document.
   */
  private static StoreOptions with(
      StoreOptions options, AxisValue value, UnaryOperator<StoreOptions> part) {
    try {
      StoreOptions more = part.apply(options);
      more.design(); // throws if choices contradict each other
      return more;
    } catch (SpecException e) {
      if (value == null) {
        throw e;
      }
      Matcher message = SPEC_MESSAGE.matcher(e.getMessage());
      boolean split = message.matches();
      throw value.wrong(
          split ? message.group(1) : e.getMessage(), split ? message.group(2) : "a spec that fits");
    }
  }

  private static int pageSize(Map<String, AxisValue> point, String text) {
    boolean kibi = text.endsWith("K");
    try {
      int number = WholeNumber.parseInt(kibi ? text.substring(0, text.length() - 1) : text);
      return Math.multiplyExact(number, kibi ? 1024 : 1);
    } catch (NumberFormatException | ArithmeticException e) {
      throw point
          .get(PAGE_SIZE)
          .wrong("'" + text + "'", "a power of two from 512 to 65536, such as 4K");
    }
  }

  private static Preconditioning.Kind precondition(
      Map<String, AxisValue> point, StoreOptions options, String text) {
    for (Preconditioning.Kind kind : Preconditioning.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(text)) {
        if (kind != Preconditioning.Kind.NONE && !options.design().device().isSimulated()) {
          return Preconditioning.Kind.NONE;
        }
        return kind;
      }
    }
    throw point.get(PRECONDITION).wrong("'" + text + "'", "none, seq, random");
  }

  private String text(Map<String, AxisValue> point, String axis, String fallback, Scale scale) {
    AxisValue value = point.get(axis);
    return value == null ? fallback : resolved(value, point, scale, DEEPEST);
  }

  /** Returns the text of a value after replacing references to parameters and other axes. */
  private String resolved(AxisValue value, Map<String, AxisValue> point, Scale scale, int depth) {
    if (depth == 0) {
      throw value.wrong("'" + value.text() + "' refers to itself", "values of other axes");
    }
    Matcher references = REFERENCE.matcher(value.text());
    StringBuilder text = new StringBuilder();
    while (references.find()) {
      String name = references.group(1);
      String found;
      if (parameters.containsKey(name)) {
        found = parameters.get(name).value(point, scale);
      } else if (point.containsKey(name)) {
        found = resolved(point.get(name), point, scale, depth - 1);
      } else {
        Set<String> allowed = new LinkedHashSet<>(parameters.keySet());
        allowed.addAll(point.keySet());
        throw value.wrong("'${" + name + "}' is nothing", String.join(", ", allowed));
      }
      references.appendReplacement(text, Matcher.quoteReplacement(found));
    }
    return references.appendTail(text).toString();
  }
}
