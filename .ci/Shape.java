import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Counts what a reader of the sources meets. Argument: the root of a checkout. Everything is counted
 * from the text and the syntax trees of the files; nothing is compiled.
 *
 * <ul>
 *   <li>Lines are those of the files, blank ones and comments included.
 *   <li>A public type is a class, interface, record, enum or annotation that is public, and so is
 *       every type around it.
 *   <li>The length of a method is the number of its lines from its first annotation or modifier to
 *       its last brace, without its Javadoc; methods without a body do not count. The p99 is the
 *       smallest length that 99 % of the methods do not exceed.
 *   <li>A package depends on another one if one of its files imports from it. A cycle is a set of
 *       packages that all depend on each other, directly or over others of the set.
 *   <li>A copy is a run of 12 lines or more that stands in two places, as long as it can be made.
 *       Blank lines, comments, imports and package statements are left out first, and blanks at
 *       both ends of lines. A run in three places is three pairs of places, and counts three.
 *   <li>Words are looked for in comments of all kinds, over the ends of lines, in any case.
 * </ul>
 */
public final class Shape {
  private static final int LONG_FILE = 500;
  private static final int LARGE_PACKAGE = 25;
  private static final int COPY_LINES = 12;
  private static final String OURS = "org.flashgrove";
  private static final List<String> WORDS =
      List.of("told", "tells", "so many", "somebody", "whoever", "of which", "the same with");

  private record Source(Path path, String module, boolean isMain, String text) {
    long lines() {
      return text.lines().count();
    }
  }

  private record Method(String name, long lines) {}

  private record Line(int file, int number, String text) {}

  /** A pair of places where the same lines stand; {@code first} and {@code second} are indices. */
  private record Copy(int first, int second, int length) {}

  private final Path root;
  private final List<Source> sources = new ArrayList<>();
  private final List<Method> methods = new ArrayList<>();
  private final Map<String, Set<String>> uses = new TreeMap<>();
  private final Map<String, Integer> packageFiles = new TreeMap<>();
  private final Map<String, Integer> publicTypes = new TreeMap<>();

  private Shape(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws IOException {
    Shape shape = new Shape(Path.of(args[0]).toRealPath());
    shape.read();
    shape.parse();
    shape.printModules();
    shape.printMethods();
    shape.printLong("files over 500 lines in main", true);
    shape.printLong("files over 500 lines in tests", false);
    shape.printPackages();
    shape.printCopies();
    shape.printWords();
  }

  private void read() throws IOException {
    List<Path> modules;
    try (Stream<Path> found = Files.list(root)) {
      modules =
          found
              .filter(each -> Files.exists(each.resolve("pom.xml")))
              .filter(each -> Files.isDirectory(each.resolve("src")))
              .sorted()
              .collect(Collectors.toList());
    }
    for (Path module : modules) {
      for (boolean isMain : new boolean[] {true, false}) {
        Path folder = module.resolve(isMain ? "src/main/java" : "src/test/java");
        if (Files.isDirectory(folder)) {
          try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) found.sorted()::iterator) {
              if (path.toString().endsWith(".java")) {
                String name = module.getFileName().toString();
                sources.add(new Source(path, name, isMain, Files.readString(path)));
              }
            }
          }
        }
      }
    }
  }

  private List<Source> main() {
    return sources.stream().filter(Source::isMain).collect(Collectors.toList());
  }

  private void parse() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      Map<String, Source> byPath = new HashMap<>();
      main().forEach(source -> byPath.put(source.path().toString(), source));
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(
                      main().stream().map(Source::path).collect(Collectors.toList())));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        look(unit, positions, byPath.get(Path.of(unit.getSourceFile().toUri()).toString()));
      }
    }
  }

  private void look(CompilationUnitTree unit, SourcePositions positions, Source source) {
    String own = String.valueOf(unit.getPackageName());
    packageFiles.merge(own, 1, Integer::sum);
    Set<String> used = uses.computeIfAbsent(own, any -> new TreeSet<>());
    for (ImportTree each : unit.getImports()) {
      String name = packageOf(each.getQualifiedIdentifier().toString());
      if (name.startsWith(OURS) && !name.equals(own)) {
        used.add(name);
      }
    }
    LineMap lines = unit.getLineMap();
    new TreeScanner<Void, Boolean>() {
      private String type = "";

      @Override
      public Void visitClass(ClassTree tree, Boolean isPublic) {
        // the members of a public interface are public without saying so; no such nested types here
        boolean visible = isPublic && tree.getModifiers().getFlags().contains(Modifier.PUBLIC);
        if (visible) {
          publicTypes.merge(source.module(), 1, Integer::sum);
        }
        String around = type;
        type = tree.getSimpleName().length() == 0 ? around : tree.getSimpleName().toString();
        super.visitClass(tree, visible);
        type = around;
        return null;
      }

      @Override
      public Void visitMethod(MethodTree tree, Boolean isPublic) {
        long end = positions.getEndPosition(unit, tree);
        if (tree.getBody() != null && end >= 0) { // a record's own constructor has no end
          long first = lines.getLineNumber(positions.getStartPosition(unit, tree));
          methods.add(
              new Method(type + "." + tree.getName(), lines.getLineNumber(end) - first + 1));
        }
        return super.visitMethod(tree, false);
      }
    }.scan(unit, true);
  }

  /** The leading words of a name that begin with a small letter. */
  private static String packageOf(String name) {
    StringBuilder found = new StringBuilder();
    for (String word : name.split("\\.")) {
      if (!Character.isLowerCase(word.charAt(0))) {
        break;
      }
      found.append(found.length() == 0 ? "" : ".").append(word);
    }
    return found.toString();
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  private void printModules() {
    say("%-12s %8s %8s %8s %8s %8s", "module", "lines", "files", "test l.", "test f.", "public");
    Map<String, long[]> modules = new LinkedHashMap<>();
    long[] all = new long[5];
    for (Source source : sources) {
      long[] counts = modules.computeIfAbsent(source.module(), any -> new long[5]);
      int at = source.isMain() ? 0 : 2;
      counts[at] += source.lines();
      counts[at + 1]++;
    }
    modules.forEach(
        (name, counts) -> {
          counts[4] = publicTypes.getOrDefault(name, 0);
          for (int i = 0; i < all.length; i++) {
            all[i] += counts[i];
          }
        });
    modules.put("all", all);
    modules.forEach(
        (name, counts) ->
            say(
                "%-12s %,8d %,8d %,8d %,8d %,8d",
                name, counts[0], counts[1], counts[2], counts[3], counts[4]));
  }

  private void printMethods() {
    methods.sort(Comparator.comparingLong(Method::lines).reversed());
    Method longest = methods.get(0);
    long p99 = methods.get((int) (methods.size() * 0.01)).lines();
    say(
        "methods in main: %,d, p99 %d lines, longest %d lines (%s)",
        methods.size(), p99, longest.lines(), longest.name());
  }

  private void printLong(String title, boolean inMain) {
    List<Source> files =
        sources.stream()
            .filter(source -> source.isMain() == inMain && source.lines() > LONG_FILE)
            .sorted(Comparator.comparingLong(Source::lines).reversed())
            .collect(Collectors.toList());
    say("%s: %d", title, files.size());
    files.forEach(file -> say("  %5d %s", file.lines(), root.relativize(file.path())));
  }

  private void printPackages() {
    List<String> large =
        packageFiles.entrySet().stream()
            .filter(each -> each.getValue() > LARGE_PACKAGE)
            .map(each -> String.format(Locale.ROOT, "  %5d %s", each.getValue(), each.getKey()))
            .collect(Collectors.toList());
    say("packages in main: %d, over 25 files: %d", packageFiles.size(), large.size());
    large.forEach(System.out::println);
    List<Set<String>> cycles = cycles();
    say("package cycles: %d", cycles.size());
    cycles.forEach(cycle -> say("  %s", String.join(" ", cycle)));
  }

  /** Packages that can reach each other, in sets of two or more. */
  private List<Set<String>> cycles() {
    Map<String, Set<String>> reached = new HashMap<>();
    for (String from : uses.keySet()) {
      Set<String> seen = new TreeSet<>();
      Deque<String> next = new ArrayDeque<>(uses.get(from));
      while (!next.isEmpty()) {
        String at = next.pop();
        if (seen.add(at)) {
          next.addAll(uses.getOrDefault(at, Set.of()));
        }
      }
      reached.put(from, seen);
    }
    Set<Set<String>> cycles = new LinkedHashSet<>();
    for (String from : uses.keySet()) {
      if (reached.get(from).contains(from)) {
        Set<String> cycle = new TreeSet<>();
        for (String other : reached.get(from)) {
          if (reached.getOrDefault(other, Set.of()).contains(from)) {
            cycle.add(other);
          }
        }
        cycles.add(cycle);
      }
    }
    return new ArrayList<>(cycles);
  }

  /** The code lines of all files of main, and a line of no text behind each file. */
  private List<Line> codeLines(List<Source> files) {
    List<Line> lines = new ArrayList<>();
    for (int file = 0; file < files.size(); file++) {
      String[] texts = withoutComments(files.get(file).text(), null).split("\n", -1);
      for (int i = 0; i < texts.length; i++) {
        String text = texts[i].strip();
        if (!text.isEmpty() && !text.startsWith("import ") && !text.startsWith("package ")) {
          lines.add(new Line(file, i + 1, text));
        }
      }
      lines.add(new Line(file, texts.length, ""));
    }
    return lines;
  }

  private void printCopies() {
    List<Source> files = main();
    List<Line> lines = codeLines(files);
    Map<String, List<Integer>> windows = new LinkedHashMap<>();
    for (int at = 0; at + COPY_LINES <= lines.size(); at++) {
      List<String> window = new ArrayList<>();
      for (int i = 0; i < COPY_LINES && !lines.get(at + i).text().isEmpty(); i++) {
        window.add(lines.get(at + i).text());
      }
      if (window.size() == COPY_LINES) {
        windows.computeIfAbsent(String.join("\n", window), any -> new ArrayList<>()).add(at);
      }
    }
    List<Copy> copies = new ArrayList<>();
    for (List<Integer> places : windows.values()) {
      for (int i = 0; i < places.size(); i++) {
        for (int j = i + 1; j < places.size(); j++) {
          addCopy(copies, lines, places.get(i), places.get(j));
        }
      }
    }
    copies.sort(Comparator.comparingInt(Copy::length).reversed());
    say("copies of 12 lines and more in main: %d", copies.size());
    for (Copy copy : copies) {
      say(
          "  %5d lines %s %s",
          copy.length(),
          place(files, lines.get(copy.first())),
          place(files, lines.get(copy.second())));
    }
  }

  private static void addCopy(List<Copy> copies, List<Line> lines, int first, int second) {
    boolean begins =
        first == 0
            || lines.get(first - 1).text().isEmpty()
            || !lines.get(first - 1).text().equals(lines.get(second - 1).text());
    if (!begins) {
      return; // a part of a longer one
    }
    int length = 0;
    while (second + length < lines.size()
        && first + length < second
        && !lines.get(first + length).text().isEmpty()
        && lines.get(first + length).text().equals(lines.get(second + length).text())) {
      length++;
    }
    if (length >= COPY_LINES) {
      copies.add(new Copy(first, second, length));
    }
  }

  private String place(List<Source> files, Line line) {
    return files.get(line.file()).path().getFileName() + ":" + line.number();
  }

  private void printWords() {
    Map<String, int[]> counts = new LinkedHashMap<>();
    WORDS.forEach(word -> counts.put(word, new int[2]));
    for (Source source : sources) {
      List<String> comments = new ArrayList<>();
      withoutComments(source.text(), comments);
      String text = String.join("\n\n", comments).replaceAll("\\n[ \\t]*(\\*|//)?[ \\t]*", " ");
      for (String word : WORDS) {
        Matcher found =
            Pattern.compile("\\b" + word.replace(" ", "\\s+") + "\\b", Pattern.CASE_INSENSITIVE)
                .matcher(text);
        while (found.find()) {
          counts.get(word)[source.isMain() ? 0 : 1]++;
        }
      }
    }
    int main = counts.values().stream().mapToInt(each -> each[0]).sum();
    int tests = counts.values().stream().mapToInt(each -> each[1]).sum();
    say("words in comments: %d in main, %d in tests", main, tests);
    counts.forEach((word, count) -> say("  %-14s %5d %5d", word, count[0], count[1]));
  }

  /**
   * The text with blanks in place of comments.
   *
   * @param comments gets the comments, unless it is null
   */
  private static String withoutComments(String text, List<String> comments) {
    StringBuilder code = new StringBuilder(text);
    int at = 0;
    while (at < text.length()) {
      int end = at + 1;
      if (text.startsWith("//", at)) {
        end = endOf(text, "\n", at) - 1;
        blank(code, text, at, end, comments);
      } else if (text.startsWith("/*", at)) {
        end = endOf(text, "*/", at + 2);
        blank(code, text, at, end, comments);
      } else if (text.startsWith("\"\"\"", at)) {
        end = endOf(text, "\"\"\"", at + 3);
      } else if (text.charAt(at) == '"' || text.charAt(at) == '\'') {
        end = endOfLiteral(text, at);
      }
      at = end;
    }
    return code.toString();
  }

  private static int endOf(String text, String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() + 1 - mark.length() : found + mark.length();
  }

  private static int endOfLiteral(String text, int start) {
    int at = start + 1;
    while (at < text.length() && text.charAt(at) != text.charAt(start)) {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static void blank(
      StringBuilder code, String text, int from, int to, List<String> comments) {
    int end = Math.min(to, text.length());
    if (comments != null) {
      comments.add(text.substring(from, end));
    }
    for (int i = from; i < end; i++) {
      if (text.charAt(i) != '\n') {
        code.setCharAt(i, ' ');
      }
    }
  }
}
