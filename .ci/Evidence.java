import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares the figures of README, of the pages in docs/evidence and of the result files in
 * docs/evidence/results with what their commands print now. Exit code 0: all as they stand in the
 * pages; 1: some moved; 2: a page is not as it must be, or a command failed.
 *
 * <p>Arguments: root of the checkout; {@code --slow} for commands marked so, too; {@code --write}
 * to put the present figures into the pages; pages, if not all.
 *
 * <p>In a page, a fenced block with the info string {@code evidence} (or {@code evidence slow}:
 * longer than two minutes) has the commands, and a comment {@code <!-- evidence: COMMAND -->} has
 * one that the text names already. Each table or plain block of the commands' figures follows a
 * comment {@code <!-- figures: a | b | c -->} with an item for each column:
 *
 * <ul>
 *   <li>{@code NAME}, in capitals: what the cell says replaces NAME in commands and figures; an
 *       empty cell says what the one above does
 *   <li>{@code =text}: only rows with this text are of the commands
 *   <li>{@code ~}: not compared (wall time, other sources, words)
 *   <li>else what must stand in the cell, with {@code {expression:decimals}} for a figure of the
 *       JSON that the last command printed: paths as {@code io.pageReads}, {@code
 *       phases[0].results} or {@code stores[device=nand].io.pageReads}, numbers, {@code + - * /}
 *       and parentheses; {@code :+1} writes the sign; {@code path?} is 0 where the JSON has no such
 *       figure. Empty cells are not compared.
 * </ul>
 *
 * <p>A NAME that no column has is given by the comment: {@code <!-- figures with NAME=value: ...
 * -->}. In commands REF is the folder of the reference workload and DATA that of the real data
 * sets, both looked for in {@code shared/data} beside the checkout; what needs them is not run
 * where they are missing, and listed. Wall-clock times are never compared.
 */
public final class Evidence {
  private static final Pattern FIGURES = Pattern.compile("<!-- figures(?: with (.*?))?: (.*) -->");
  private static final Pattern COMMAND = Pattern.compile("<!-- evidence( slow)?: (.*) -->");
  private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]*");
  private static final Pattern BRACES = Pattern.compile("\\{([^}]*)\\}");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A cell to be compared: where it is, and what it must say. */
  private record Cell(
      String page, int line, int column, String row, String template, Script script, String text) {}

  /** Commands that are run together, and what the last JSON was. */
  private record Script(String commands, boolean slow) {}

  private final Path root;
  private final boolean slow;
  private final boolean write;

  /** A copy beside one of flashgrove-lab.jar, so that a build on the side changes nothing. */
  private final Path jar;

  private final Map<String, List<String>> pages = new TreeMap<>();

  /** The pages as they were read. */
  private final Map<String, String> read = new TreeMap<>();

  private final List<Cell> cells = new ArrayList<>();
  private final Map<Script, Future<JsonNode>> runs = new LinkedHashMap<>();
  private int problems;

  private Evidence(Path root, boolean slow, boolean write) throws IOException {
    this.root = root;
    this.slow = slow;
    this.write = write;
    Path copies = Files.createTempDirectory("evidence");
    copies.toFile().deleteOnExit();
    for (String name : List.of("flashgrove.jar", "flashgrove-lab.jar")) {
      Path copy = Files.copy(root.resolve("cli/target").resolve(name), copies.resolve(name));
      copy.toFile().deleteOnExit();
    }
    jar = copies.resolve("flashgrove.jar");
  }

  public static void main(String[] args) throws Exception {
    List<String> options = new ArrayList<>(List.of(args));
    Path root = Path.of(options.remove(0)).toAbsolutePath();
    boolean slow = options.remove("--slow");
    boolean write = options.remove("--write");
    Evidence evidence = new Evidence(root, slow, write);
    List<Path> pages = new ArrayList<>();
    for (String each : options) {
      if (each.startsWith("-") || !Files.isReadable(Path.of(each))) {
        System.err.println(each + ": no such page (allowed: --slow, --write, pages)");
        System.exit(2);
      }
      pages.add(Path.of(each).toAbsolutePath());
    }
    if (pages.isEmpty()) {
      pages.add(root.resolve("README.md"));
      Path folder = root.resolve("docs/evidence");
      try (Stream<Path> found = Files.list(folder);
          Stream<Path> results = Files.list(folder.resolve("results"))) {
        found.filter(each -> each.toString().endsWith(".md")).sorted().forEach(pages::add);
        results.filter(each -> each.toString().endsWith(".txt")).sorted().forEach(pages::add);
      }
    }
    for (Path page : pages) {
      evidence.read(page);
    }
    System.exit(evidence.compare());
  }

  // Reading pages

  private void read(Path file) throws IOException {
    String page = root.relativize(file).toString();
    read.put(page, Files.readString(file));
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    pages.put(page, lines);
    Script script = null;
    for (int at = 0; at < lines.size(); at++) {
      String line = lines.get(at).strip();
      Matcher command = COMMAND.matcher(line);
      Matcher figures = FIGURES.matcher(line);
      if (line.startsWith("```evidence")) {
        StringBuilder block = new StringBuilder();
        while (!lines.get(++at).strip().equals("```")) {
          block.append(lines.get(at)).append('\n');
        }
        String commands = block.toString().replaceAll("\\\\\n\\s*", "");
        script = new Script(commands, line.endsWith(" slow"));
      } else if (command.matches()) {
        script = new Script(command.group(2) + "\n", command.group(1) != null);
      } else if (figures.matches()) {
        if (script == null) {
          problem(page, at, "figures without commands before them");
        } else {
          readFigures(page, lines, at, script, figures.group(1), figures.group(2));
        }
      } else if (line.startsWith("<!-- figures")) {
        problem(page, at, "a comment that is not understood");
      }
    }
  }

  private void problem(String page, int line, String text) {
    System.out.println(page + ":" + (line + 1) + ": " + text);
    problems++;
  }

  private void readFigures(
      String page, List<String> lines, int at, Script script, String given, String spec) {
    String[] columns = spec.split(" \\| ", -1);
    Map<String, String> names = new LinkedHashMap<>();
    if (given != null) {
      for (String each : given.split(" ")) {
        names.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
      }
    }
    int line = at + 1;
    while (lines.get(line).startsWith("<!--")) {
      line++; // of other rows of the same table
    }
    boolean table = lines.get(line).startsWith("|");
    int rows = 0;
    line += table ? 2 : 1;
    for (; table ? isRow(lines, line) : !lines.get(line).startsWith("```"); line++) {
      List<int[]> spans = table ? tableCells(lines.get(line)) : words(lines.get(line));
      if (spans.size() != columns.length) {
        if (table) {
          problem(page, line, spans.size() + " cells, but figures for " + columns.length);
        }
        continue;
      }
      rows += readRow(page, line, lines.get(line), spans, columns, names, script) ? 1 : 0;
    }
    if (rows == 0) {
      problem(page, at, "no row of these figures");
    }
  }

  private static boolean isRow(List<String> lines, int line) {
    return line < lines.size() && lines.get(line).startsWith("|");
  }

  private static List<int[]> tableCells(String line) {
    List<int[]> spans = new ArrayList<>();
    boolean code = false;
    int start = 1;
    for (int i = 1; i < line.length(); i++) {
      code ^= line.charAt(i) == '`';
      if (line.charAt(i) == '|' && !code && line.charAt(i - 1) != '\\') {
        spans.add(new int[] {start, i});
        start = i + 1;
      }
    }
    return spans;
  }

  private static List<int[]> words(String line) {
    List<int[]> spans = new ArrayList<>();
    Matcher word = Pattern.compile("\\s*\\S+").matcher(line);
    while (word.find()) {
      spans.add(new int[] {word.start(), word.end()});
    }
    return spans;
  }

  private boolean readRow(
      String page,
      int line,
      String text,
      List<int[]> spans,
      String[] columns,
      Map<String, String> names,
      Script script) {
    boolean counts = true;
    for (int i = 0; i < columns.length; i++) {
      String cell = text.substring(spans.get(i)[0], spans.get(i)[1]).strip();
      if (NAME.matcher(columns[i]).matches()) {
        if (!cell.isEmpty()) {
          names.put(columns[i], cell.replace("`", "").replace("**", "").replace("\\|", "|"));
        }
      } else if (columns[i].startsWith("=")) {
        counts &= cell.equals(columns[i].substring(1));
      }
    }
    if (!counts) {
      return false;
    }
    Script ofRow = new Script(replaced(script.commands(), names), script.slow());
    List<String> values = new ArrayList<>();
    names.forEach((name, value) -> values.add(value));
    boolean any = false;
    for (int i = 0; i < columns.length; i++) {
      String cell = text.substring(spans.get(i)[0], spans.get(i)[1]).strip();
      if (columns[i].contains("{") && !cell.isEmpty()) {
        String template = replaced(columns[i], names);
        cells.add(new Cell(page, line, i, String.join(", ", values), template, ofRow, cell));
        any = true;
      }
    }
    return any;
  }

  private static String replaced(String text, Map<String, String> names) {
    String result = text;
    for (Map.Entry<String, String> each : names.entrySet()) {
      result =
          result.replaceAll(
              "(?<![A-Za-z0-9_])" + each.getKey() + "(?![A-Za-z0-9_])",
              Matcher.quoteReplacement(each.getValue()));
    }
    return result;
  }

  // Running commands

  private Path data() {
    return root.resolveSibling("shared").resolve("data");
  }

  private String missing(Script script) {
    if (script.slow() && !slow) {
      return "slow";
    }
    boolean needsData = script.commands().matches("(?s).*(?<![A-Za-z])(REF|DATA)/.*");
    return needsData && !Files.isDirectory(data()) ? "no " + data() : null;
  }

  private int compare() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    Map<String, Integer> left = new TreeMap<>();
    for (Cell cell : cells) {
      String why = missing(cell.script());
      if (why == null) {
        runs.computeIfAbsent(cell.script(), script -> pool.submit(() -> run(script)));
      } else {
        left.merge(cell.page() + ": " + why, 1, Integer::sum);
      }
    }
    Map<String, int[]> counts = new TreeMap<>();
    Set<String> reported = new HashSet<>();
    int moved = 0;
    List<Cell> changed = new ArrayList<>();
    List<String> now = new ArrayList<>();
    for (Cell cell : cells) {
      if (runs.containsKey(cell.script())) {
        int[] count = counts.computeIfAbsent(cell.page(), page -> new int[2]);
        try {
          String is = filled(cell.template(), runs.get(cell.script()).get());
          count[0]++;
          if (!ungrouped(is).equals(ungrouped(cell.text().replace("**", "")))) {
            System.out.printf(
                "%s:%d: %s: column %d: %s is %s now%n",
                cell.page(), cell.line() + 1, cell.row(), cell.column() + 1, cell.text(), is);
            count[1]++;
            moved++;
            changed.add(cell);
            now.add(is);
          }
        } catch (Exception e) {
          String cause = (e.getCause() == null ? e : e.getCause()).getMessage();
          if (reported.add(cell.script() + cause)) {
            problem(cell.page(), cell.line(), cell.row() + ": " + cause);
          }
        }
      }
    }
    pool.shutdown();
    counts.forEach(
        (page, count) ->
            System.out.printf("%s: %d figures compared, %d moved%n", page, count[0], count[1]));
    left.forEach((why, count) -> System.out.println(why + ": " + count + " figures not compared"));
    if (write) {
      rewrite(changed, now);
    }
    return problems > 0 ? 2 : moved > 0 ? 1 : 0;
  }

  private static String ungrouped(String text) {
    return text.replaceAll("(?<=\\d),(?=\\d{3})", "");
  }

  /** Runs commands in a folder of their own; the last JSON object that one printed. */
  private JsonNode run(Script script) throws Exception {
    Path folder = Files.createTempDirectory("evidence");
    try {
      String text =
          script.commands().replaceAll("(?<![A-Za-z])REF/", data().resolve("reference") + "/");
      text = text.replaceAll("(?<![A-Za-z])DATA/", data() + "/");
      text = text.replace("./flashgrove", "java -XX:+UseParallelGC -jar '" + jar + "'");
      JsonNode last = null;
      for (String line : text.split("\n")) {
        String command = line.replaceAll("\\s#.*", "").strip();
        if (command.isEmpty()) {
          continue;
        }
        File out = folder.resolve("output").toFile();
        int code =
            new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectOutput(out)
                .redirectErrorStream(true)
                .start()
                .waitFor();
        String output = Files.readString(out.toPath());
        if (code != 0) {
          throw new IOException("exit code " + code + " of " + command + ": " + output.strip());
        }
        int brace = output.startsWith("{") ? 0 : output.indexOf("\n{") + 1;
        if (command.contains("--json") && output.startsWith("{", brace)) {
          last = JSON.readTree(output.substring(brace));
        }
      }
      if (last == null) {
        throw new IOException("no command printed JSON");
      }
      return last;
    } finally {
      try (Stream<Path> found = Files.walk(folder)) {
        for (Path each : found.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }

  private void rewrite(List<Cell> changed, List<String> now) throws IOException {
    // From the right, so that the cells before keep their places.
    for (int i = changed.size() - 1; i >= 0; i--) {
      Cell cell = changed.get(i);
      List<String> lines = pages.get(cell.page());
      String line = lines.get(cell.line());
      boolean table = line.startsWith("|");
      int[] span = (table ? tableCells(line) : words(line)).get(cell.column());
      String old = line.substring(span[0], span[1]);
      String is = cell.text().startsWith("**") ? "**" + now.get(i) + "**" : now.get(i);
      int blanks = table ? 0 : Math.max(0, old.length() - is.length());
      String cellNow = table ? " " + is + " " : " ".repeat(blanks) + is;
      lines.set(cell.line(), line.substring(0, span[0]) + cellNow + line.substring(span[1]));
    }
    for (Cell cell : changed) {
      String text = String.join("\n", pages.get(cell.page())) + "\n";
      if (!read.get(cell.page()).equals(Files.readString(root.resolve(cell.page())))) {
        System.out.println(cell.page() + ": changed meanwhile, left as it is");
        return;
      }
      Files.writeString(root.resolve(cell.page()), text);
      read.put(cell.page(), text);
    }
  }

  // Figures

  private static String filled(String template, JsonNode json) {
    StringBuilder result = new StringBuilder();
    Matcher figure = BRACES.matcher(template);
    int from = 0;
    while (figure.find()) {
      result.append(template, from, figure.start()).append(formatted(figure.group(1), json));
      from = figure.end();
    }
    return result.append(template.substring(from)).toString();
  }

  private static String formatted(String expression, JsonNode json) {
    Matcher format = Pattern.compile("(.*):(\\+?)(\\d)").matcher(expression);
    boolean has = format.matches();
    Expression parsed = new Expression(has ? format.group(1) : expression, json);
    double value = parsed.value();
    if (parsed.text != null) {
      return parsed.text;
    }
    String pattern = has ? "%," + format.group(2) + "." + format.group(3) + "f" : "%,.0f";
    return String.format(Locale.ROOT, pattern, value);
  }

  /** Sums and products of figures. */
  private static final class Expression {
    private final String text0;
    private final JsonNode json;
    private int at;

    /** What a path led to if that was no number. */
    private String text;

    Expression(String expression, JsonNode json) {
      text0 = expression;
      this.json = json;
    }

    double value() {
      double value = sum();
      if (at < text0.length()) {
        throw new IllegalArgumentException("not understood: " + text0.substring(at));
      }
      return value;
    }

    private boolean takes(char symbol) {
      while (at < text0.length() && text0.charAt(at) == ' ') {
        at++;
      }
      if (at < text0.length() && text0.charAt(at) == symbol) {
        at++;
        return true;
      }
      return false;
    }

    private double sum() {
      double value = product();
      while (true) {
        if (takes('+')) {
          value += product();
        } else if (takes('-')) {
          value -= product();
        } else {
          return value;
        }
      }
    }

    private double product() {
      double value = factor();
      while (true) {
        if (takes('*')) {
          value *= factor();
        } else if (takes('/')) {
          value /= factor();
        } else {
          return value;
        }
      }
    }

    private double factor() {
      if (takes('(')) {
        double value = sum();
        if (!takes(')')) {
          throw new IllegalArgumentException("no ) in " + text0);
        }
        return value;
      }
      int start = at;
      int depth = 0;
      while (at < text0.length() && (depth > 0 || "+-*/() ".indexOf(text0.charAt(at)) < 0)) {
        depth += text0.charAt(at) == '[' ? 1 : text0.charAt(at) == ']' ? -1 : 0;
        at++;
      }
      String word = text0.substring(start, at);
      if (word.matches("[0-9.]+(e[0-9]+)?")) {
        return Double.parseDouble(word);
      }
      JsonNode found = find(word);
      if (!found.isNumber()) {
        text = found.asText();
      }
      return found.asDouble();
    }

    private JsonNode find(String word) {
      boolean optional = word.endsWith("?");
      String path = optional ? word.substring(0, word.length() - 1) : word;
      JsonNode node = json;
      Matcher step = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)|\\[([^\\]]*)\\]").matcher(path);
      while (step.find()) {
        node = step.group(1) != null ? node.path(step.group(1)) : element(node, step.group(2));
        if (node.isMissingNode() && optional) {
          return IntNode.valueOf(0);
        }
        if (node.isMissingNode()) {
          throw new IllegalArgumentException("no figure " + path);
        }
      }
      return node;
    }

    /** Whether a spec is of a kind: {@code nand:chip=thesis} of {@code nand}. */
    private static boolean isKind(String spec, String kind) {
      return kind.matches("[a-z]+") && spec.startsWith(kind + ":");
    }

    private static JsonNode element(JsonNode array, String which) {
      if (which.matches("\\d+")) {
        return array.path(Integer.parseInt(which));
      }
      for (JsonNode each : array) {
        boolean all = true;
        for (String condition : which.split(";")) {
          int equals = condition.indexOf('=');
          JsonNode value = each;
          for (String name : condition.substring(0, equals).split("\\.")) {
            value = value.path(name);
          }
          String wanted = condition.substring(equals + 1);
          String text = value.asText();
          all &=
              text.equals(wanted) || text.equals(wanted.replace(",", "")) || isKind(text, wanted);
        }
        if (all) {
          return each;
        }
      }
      return array.path(Integer.MAX_VALUE);
    }
  }
}
