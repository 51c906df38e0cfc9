package org.flashgrove.lab.experiment.matrix;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.lab.experiment.workload.Amount;
import org.flashgrove.lab.experiment.workload.BulkLoadStep;
import org.flashgrove.lab.experiment.workload.ChangeStep;
import org.flashgrove.lab.experiment.workload.JoinStep;
import org.flashgrove.lab.experiment.workload.LoadStep;
import org.flashgrove.lab.experiment.workload.MixedStep;
import org.flashgrove.lab.experiment.workload.NearestStep;
import org.flashgrove.lab.experiment.workload.PointStep;
import org.flashgrove.lab.experiment.workload.SelectionStep;
import org.flashgrove.lab.experiment.workload.Step;
import org.flashgrove.lab.experiment.workload.StoreStep;
import org.flashgrove.lab.experiment.workload.WindowStep;

/** Reads the steps of a workload from a document. */
final class StepReader {
  private static final int MOST_STEPS = 1_000;
  private static final int MOST_OPERATIONS = 100_000_000;
  private static final int MOST_QUERIES = 1_000_000;
  private static final List<String> WORDS =
      List.of(
          "load",
          "bulkLoad",
          "insert",
          "delete",
          "update",
          "move",
          "mixed",
          "window",
          "point",
          "selection",
          "nearest",
          "join",
          "flush",
          "dropCaches",
          "crash",
          "snapshot",
          "repeat");

  private final Set<String> data;
  private final List<Step> steps = new ArrayList<>();
  private final Map<String, Integer> phases = new HashMap<>();

  private StepReader(Set<String> data) {
    this.data = data;
  }

  /**
   * Reads a list of steps.
   *
   * @param data names of the data sets
   */
  static List<Step> read(YamlNode list, Set<String> data) {
    StepReader reader = new StepReader(data);
    reader.add(list);
    return List.copyOf(reader.steps);
  }

  private void add(YamlNode list) {
    for (YamlNode item : list.items()) {
      if (steps.size() >= MOST_STEPS) {
        throw item.wrong("too many steps", "at most " + MOST_STEPS);
      }
      if (item.isScalar()) {
        step(item, item.choice(WORDS), null);
        continue;
      }
      Map<String, YamlNode> entries = item.entries();
      if (entries.size() != 1) {
        throw item.wrong("a step of several words", "one of " + String.join(", ", WORDS));
      }
      Map.Entry<String, YamlNode> entry = entries.entrySet().iterator().next();
      if (!WORDS.contains(entry.getKey())) {
        throw item.wrong("unknown step '" + entry.getKey() + "'", String.join(", ", WORDS));
      }
      step(item, entry.getKey(), entry.getValue());
    }
  }

  private void step(YamlNode at, String word, YamlNode value) {
    if (word.equals("repeat")) {
      repeat(at, value);
      return;
    }
    boolean hasKeys = value != null && value.isMapping();
    YamlMapping keys = hasKeys ? new YamlMapping(value) : YamlMapping.absent();
    steps.add(step(at, word, value, keys));
    keys.requireAllKnown();
  }

  private void repeat(YamlNode at, YamlNode value) {
    if (value == null) {
      throw at.wrong("repeat of nothing", "repeat: {times: N, steps: [...]}");
    }
    YamlMapping keys = new YamlMapping(value);
    long times = keys.get("times").integer(1, MOST_STEPS);
    for (long i = 0; i < times; i++) {
      add(keys.get("steps"));
    }
    keys.requireAllKnown();
  }

  private Step step(YamlNode at, String word, YamlNode value, YamlMapping keys) {
    return switch (word) {
      case "load", "insert" -> new LoadStep(phase(keys, word), amount(value, keys, Amount.ALL));
      case "bulkLoad" -> bulkLoad(value, keys);
      case "delete", "update", "move" -> change(at, word, value, keys);
      case "mixed" -> mixed(at, keys);
      case "window" -> window(at, keys);
      case "point" -> new PointStep(phase(keys, word), queries(value, keys), cold(keys));
      case "selection" ->
          new SelectionStep(
              phase(keys, word),
              queries(value, keys),
              predicate(keys),
              keys.isOn("refined"),
              cold(keys));
      case "nearest" ->
          new NearestStep(
              phase(keys, word),
              queries(value, keys),
              (int) keys.integer("k", 10, 1, MOST_QUERIES),
              cold(keys));
      case "join" -> join(at, keys);
      default ->
          new StoreStep(phase(keys, word), StoreStep.Action.valueOf(word.toUpperCase(Locale.ROOT)));
    };
  }

  /**
   * Returns the name of a phase: the name that the document gives, or else the keyword of the step,
   * such as {@code load}. If an earlier phase has this name, adds a number.
   */
  private String phase(YamlMapping keys, String word) {
    String name = keys.text("phase", word);
    int number = phases.merge(name, 1, Integer::sum);
    return number == 1 ? name : name + " " + number;
  }

  /** Returns the value of a step in its short form, or else the value of a key; may be null. */
  private static YamlNode shortOr(String key, YamlNode value, YamlMapping keys) {
    return keys.isAbsent() ? value : keys.find(key).orElse(null);
  }

  private static Amount amount(YamlNode value, YamlMapping keys, Amount usual) {
    YamlNode node = shortOr("count", value, keys);
    return node == null ? usual : amount(node);
  }

  private static Amount amount(YamlNode node) {
    String text = node.text();
    if (text.equals("all")) {
      return Amount.ALL;
    }
    if (!text.endsWith("%")) {
      return new Amount(node.integer(1, MOST_OPERATIONS), false);
    }
    try {
      double percent = Double.parseDouble(text.substring(0, text.length() - 1));
      if (percent > 0 && percent <= 100) {
        return new Amount(percent, true);
      }
    } catch (NumberFormatException e) {
      // The exception below names the allowed values.
    }
    throw node.wrong("'" + text + "'", "a number, a share such as 10%, or all");
  }

  private static int queries(YamlNode value, YamlMapping keys) {
    YamlNode node = shortOr("count", value, keys);
    return node == null ? 100 : (int) node.integer(1, MOST_QUERIES);
  }

  private static boolean cold(YamlMapping keys) {
    return keys.chooses("caches", "warm", "cold");
  }

  private static Predicate predicate(YamlMapping keys) {
    return keys.find("predicate")
        .map(node -> node.choice(Predicate.class))
        .orElse(Predicate.INTERSECTS);
  }

  private Step bulkLoad(YamlNode value, YamlMapping keys) {
    YamlNode order = shortOr("order", value, keys);
    double fill = keys.find("fill").map(StepReader::amount).map(Amount::number).orElse(100.0);
    return new BulkLoadStep(
        phase(keys, "bulkLoad"),
        order == null ? BulkOrder.STR : order.choice(BulkOrder.class),
        fill / 100,
        keys.find("count").map(StepReader::amount).orElse(Amount.ALL));
  }

  private Step change(YamlNode at, String word, YamlNode value, YamlMapping keys) {
    Amount amount = amount(value, keys, null);
    if (amount == null) {
      throw at.wrong(word + " without a number", word + ": N, or N%");
    }
    double distance = word.equals("move") ? keys.above("distance", 1, 0) : 1;
    return new ChangeStep(
        phase(keys, word),
        ChangeStep.Change.valueOf(word.toUpperCase(Locale.ROOT)),
        amount,
        distance);
  }

  private Step mixed(YamlNode at, YamlMapping keys) {
    Map<MixedStep.Kind, Integer> shares = new EnumMap<>(MixedStep.Kind.class);
    List<String> kinds = new ArrayList<>();
    for (MixedStep.Kind kind : MixedStep.Kind.values()) {
      String word = kind.name().toLowerCase(Locale.ROOT);
      kinds.add(word);
      keys.find(word).ifPresent(node -> shares.put(kind, (int) node.integer(1, 1_000)));
    }
    if (shares.isEmpty()) {
      throw at.wrong("mixed of nothing", "weights of " + String.join(", ", kinds));
    }
    return new MixedStep(
        phase(keys, "mixed"),
        (int) keys.get("count").integer(1, MOST_OPERATIONS),
        shares,
        keys.find("percent").map(StepReader::percent).orElse("0.01"),
        (int) keys.integer("k", 10, 1, MOST_QUERIES),
        keys.above("distance", 1, 0));
  }

  static String percent(YamlNode node) {
    if (node.above(0) > 100) {
      throw node.wrong("'" + node.text() + "'", "a percentage above 0, at most 100");
    }
    return node.text();
  }

  private Step window(YamlNode at, YamlMapping keys) {
    if (keys.isAbsent()) {
      throw at.wrong("windows without an area", "window: {percent: 0.01, count: 100}");
    }
    String percent = percent(keys.get("percent"));
    return new WindowStep(
        phase(keys, percent + "%"),
        percent,
        queries(null, keys),
        isCorrelated(keys),
        predicate(keys),
        cold(keys),
        keys.chooses("answers", "rectangles", "ids"));
  }

  private static boolean isCorrelated(YamlMapping keys) {
    return !keys.chooses("kind", "correlated", "random");
  }

  private Step join(YamlNode at, YamlMapping keys) {
    if (keys.isAbsent()) {
      throw at.wrong("a join with nothing", "join: {with: DATASET}");
    }
    YamlNode with = keys.get("with");
    if (!data.contains(with.text())) {
      throw with.wrong("unknown data set '" + with.text() + "'", String.join(", ", data));
    }
    Predicate test = predicate(keys);
    if (test == Predicate.DISJOINT) {
      throw at.wrong("a join of disjoint objects", "every other predicate");
    }
    return new JoinStep(phase(keys, "join"), with.text(), null, test, cold(keys));
  }

  /**
   * Returns the steps that the short form of a workload stands for: a load, sets of windows with
   * warm buffers, and a flush.
   */
  static List<Step> ofShortForm(YamlMapping workload) {
    List<Step> queries = new ArrayList<>();
    int count = (int) workload.integer("count", 100, 1, MOST_QUERIES);
    boolean correlated = isCorrelated(workload);
    for (YamlNode node : workload.items("windows")) {
      String percent = percent(node);
      queries.add(
          new WindowStep(
              percent + "%", percent, count, correlated, Predicate.INTERSECTS, false, false));
    }
    if (new HashSet<>(queries).size() < queries.size()) {
      throw workload.node().wrong("a set of windows is given twice", "each percentage once");
    }
    String flush =
        workload
            .find("flush")
            .map(value -> value.choice(List.of("afterQueries", "afterBuild", "never")))
            .orElse("afterQueries");
    Step flushing = new StoreStep("flush", StoreStep.Action.FLUSH);
    List<Step> steps = new ArrayList<>(List.of(new LoadStep("build", Amount.ALL)));
    if (flush.equals("afterBuild")) {
      steps.add(flushing);
    }
    steps.addAll(queries);
    if (flush.equals("afterQueries")) {
      steps.add(flushing);
    }
    return List.copyOf(steps);
  }
}
