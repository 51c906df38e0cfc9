import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Draws which modules, or which packages of one module, use which others, as a Mermaid flowchart.
 * Arguments: the root of a checkout and, for packages, the name of a module. Ends with exit code 1
 * if there is a cycle, or if a module uses one that is built after it.
 *
 * <p>An arrow stands for one import or more, static ones included. Arrows that follow from two
 * others are left out of the drawing. The layer of a node is the length of the longest path below
 * it.
 */
public final class Graph {
  private static final Pattern IMPORT =
      Pattern.compile(
          "^import (?:static )?(org\\.flashgrove(?:\\.[a-z0-9]+)+)\\.[A-Z]", Pattern.MULTILINE);
  private static final Pattern MODULE = Pattern.compile("<module>([a-z]+)</module>");

  private final Map<String, Set<String>> arrows = new TreeMap<>();
  private final Map<String, Integer> layers = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    Graph graph = new Graph();
    List<String> modules = modules(root);
    if (args.length > 1) {
      graph.readPackages(root.resolve(args[1]));
    } else {
      graph.readModules(root, modules);
    }
    graph.arrows.keySet().forEach(node -> graph.layerOf(node, new LinkedHashSet<>()));
    graph.draw();
    int top = graph.layers.values().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
    System.err.println(
        graph.arrows.size() + " nodes in " + top + " layers, " + graph.faults.size() + " faults");
    graph.faults.forEach(System.err::println);
    System.exit(graph.faults.isEmpty() ? 0 : 1);
  }

  /** Returns the modules that have sources, in the order of the build. */
  private static List<String> modules(Path root) throws IOException {
    List<String> modules = new ArrayList<>();
    Matcher found = MODULE.matcher(Files.readString(root.resolve("pom.xml")));
    while (found.find()) {
      if (Files.isDirectory(root.resolve(found.group(1)).resolve("src/main/java"))) {
        modules.add(found.group(1));
      }
    }
    return modules;
  }

  /** Returns the packages that each package of a module imports from, its own packages included. */
  private static Map<String, Set<String>> imports(Path module) throws IOException {
    Map<String, Set<String>> imports = new TreeMap<>();
    Path sources = module.resolve("src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".java")) {
          String folder = sources.relativize(file.getParent()).toString();
          Set<String> used =
              imports.computeIfAbsent(folder.replaceAll("[/\\\\]", "."), any -> new TreeSet<>());
          Matcher found = IMPORT.matcher(Files.readString(file));
          while (found.find()) {
            used.add(found.group(1));
          }
        }
      }
    }
    return imports;
  }

  private void readPackages(Path module) throws IOException {
    Map<String, Set<String>> imports = imports(module);
    imports.forEach(
        (name, used) -> {
          used.retainAll(imports.keySet());
          used.remove(name);
          arrows.put(name, used);
        });
  }

  private void readModules(Path root, List<String> modules) throws IOException {
    Map<String, String> homes = new LinkedHashMap<>();
    Map<String, Map<String, Set<String>>> imports = new LinkedHashMap<>();
    for (String module : modules) {
      imports.put(module, imports(root.resolve(module)));
      imports.get(module).keySet().forEach(name -> homes.put(name, module));
    }
    for (String module : modules) {
      Set<String> used = new TreeSet<>();
      imports.get(module).values().stream()
          .flatMap(Set::stream)
          .filter(homes::containsKey)
          .forEach(name -> used.add(homes.get(name)));
      used.remove(module);
      arrows.put(module, used);
      used.stream()
          .filter(other -> modules.indexOf(other) > modules.indexOf(module))
          .forEach(other -> faults.add(module + " uses " + other + ", which is built after it"));
    }
  }

  private int layerOf(String node, Set<String> path) {
    if (!path.add(node)) {
      faults.add("cycle: " + String.join(" ", path) + " " + node);
      return 0;
    }
    Integer known = layers.get(node);
    if (known == null) {
      int layer = 0;
      for (String below : arrows.get(node)) {
        layer = Math.max(layer, 1 + layerOf(below, path));
      }
      layers.put(node, layer);
      known = layer;
    }
    path.remove(node);
    return known;
  }

  private boolean reaches(String from, String to, int depth) {
    return depth > 0 && from.equals(to)
        || depth <= arrows.size()
            && arrows.get(from).stream().anyMatch(next -> reaches(next, to, depth + 1));
  }

  private void draw() {
    System.out.println("flowchart TD");
    int top = layers.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    for (int layer = top; layer >= 0; layer--) {
      System.out.println("  subgraph layer" + layer + "[\" \"]");
      for (String node : arrows.keySet()) {
        if (layers.get(node) == layer) {
          System.out.println("    " + node + "[" + node.replace("org.flashgrove.", "") + "]");
        }
      }
      System.out.println("  end");
    }
    if (faults.isEmpty()) {
      arrows.forEach(
          (node, used) ->
              used.stream()
                  .filter(below -> isDirect(used, below))
                  .forEach(below -> System.out.println("  " + node + " --> " + below)));
    }
  }

  private boolean isDirect(Set<String> used, String below) {
    return used.stream().noneMatch(other -> !other.equals(below) && reaches(other, below, 0));
  }
}
