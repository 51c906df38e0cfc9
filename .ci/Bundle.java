import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Checks a bundle for Maven Central, unpacked, against the published requirements
 * (central.sonatype.org/publish/requirements): coordinates that are no snapshot, files in the
 * places of their coordinates, sources and documentation beside each jar, checksums that are right,
 * metadata in each project file or in its parent's, dependencies with versions that are no
 * snapshots, less than 1 GB, the parent of each project file and the files of all that the list of
 * versions (BOM) names; and that each jar holds LICENSE and NOTICE and the name of a module, that
 * of storage the system calls for Java 22. Where there is one signature, each file has one. Prints
 * what is wrong, a line each, and ends with exit code 1 if anything is.
 */
final class Bundle {
  private static final long MOST_BYTES = 1L << 30;
  private static final List<String> METADATA =
      List.of("name", "description", "url", "licenses", "developers", "scm");

  private static final String FOREIGN_CALLS =
      "META-INF/versions/22/org/flashgrove/storage/file/call/ForeignCalls.class";

  private final Path root;
  private final Map<String, Element> projects = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<Path> unsigned = new ArrayList<>();
  private int checksums;
  private int signatures;
  private int files;

  private Bundle(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws Exception {
    Bundle bundle = new Bundle(Path.of(args[0]));
    bundle.check();
    long bytes = Files.size(Path.of(args[1]));
    if (bytes > MOST_BYTES) {
      bundle.problems.add("the bundle has " + bytes + " bytes");
    }
    bundle.problems.forEach(System.out::println);
    System.out.printf(
        "%d artifacts, %d files, %d checksums, %s, %,d bytes, %d problems%n",
        bundle.projects.size(),
        bundle.files,
        bundle.checksums,
        bundle.signatures == 0 ? "not signed" : bundle.signatures + " signatures",
        bytes,
        bundle.problems.size());
    System.exit(bundle.problems.isEmpty() ? 0 : 1);
  }

  private void check() throws Exception {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(root)) {
      all = walk.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : all) {
      if (file.toString().endsWith(".pom")) {
        readProject(file);
      }
    }
    for (Path file : all) {
      if (!file.toString().matches(".*\\.(md5|sha1|sha256|sha512|asc)")) {
        files++;
        checkFile(file);
      }
    }
    projects.forEach(this::checkProject);
    if (signatures > 0) {
      unsigned.forEach(file -> problems.add(file + ": is not signed, as others are"));
    }
    if (projects.isEmpty()) {
      problems.add(root + ": no project file");
    }
  }

  private void readProject(Path file) throws Exception {
    Element project =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
    String group = inherited(project, "groupId");
    String artifact = text(project, "artifactId");
    String version = inherited(project, "version");
    projects.put(artifact, project);
    Path place = root.resolve(group.replace('.', '/')).resolve(artifact).resolve(version);
    require(file.getParent().equals(place), file + ": belongs to " + place);
    require(!version.endsWith("-SNAPSHOT"), artifact + ": version " + version);
    String name = artifact + "-" + version;
    require(file.endsWith(name + ".pom"), file + ": is not called " + name + ".pom");
    String packaging = text(project, "packaging");
    if (packaging.isEmpty() || packaging.equals("jar")) {
      for (String part : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
        require(Files.exists(place.resolve(name + part)), name + part + ": is missing");
      }
      require(
          Files.exists(place.resolve(name + "-cyclonedx.json")),
          name + "-cyclonedx.json: is missing");
    }
  }

  private void checkFile(Path file) throws Exception {
    byte[] content = Files.readAllBytes(file);
    for (String algorithm : List.of("MD5", "SHA-1")) {
      Path sum = Path.of(file + "." + algorithm.toLowerCase().replace("-", ""));
      if (!Files.exists(sum)) {
        problems.add(sum + ": is missing");
        continue;
      }
      String right = HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
      require(Files.readString(sum).strip().equals(right), sum + ": is not that of the file");
      checksums++;
    }
    boolean signed = Files.exists(Path.of(file + ".asc"));
    signatures += signed ? 1 : 0;
    if (!signed) {
      unsigned.add(file);
    }
    String name = file.getFileName().toString();
    if (name.endsWith(".jar") && !name.endsWith("-javadoc.jar") && !name.endsWith("-tests.jar")) {
      checkLicense(file);
    }
    if (name.matches(".*[0-9]\\.jar|.*-SNAPSHOT\\.jar")) {
      checkVersions(file);
    }
  }

  private void checkVersions(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      Attributes main = jar.getManifest().getMainAttributes();
      require(
          main.containsKey(new Attributes.Name("Automatic-Module-Name"))
              || jar.stream().anyMatch(e -> e.getName().endsWith("module-info.class")),
          file.getFileName() + ": is no module, and names none");
      require(
          "true".equals(main.getValue("Multi-Release")),
          file.getFileName() + ": has no parts for versions of Java");
      require(
          !file.getFileName().toString().startsWith("flashgrove-storage")
              || jar.getEntry(FOREIGN_CALLS) != null,
          file.getFileName() + ": has no " + FOREIGN_CALLS + " (allowed: FLASHGROVE_JDK22=HOME)");
    }
  }

  private void checkLicense(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      for (String entry : List.of("META-INF/LICENSE", "META-INF/NOTICE")) {
        require(jar.getEntry(entry) != null, file.getFileName() + ": has no " + entry);
      }
    }
  }

  private void checkProject(String artifact, Element project) {
    for (String wanted : METADATA) {
      boolean own = child(project, wanted) != null;
      // A name is the project's own; the rest may be its parent's, if that is in the bundle.
      Element parent = child(project, "parent");
      Element above = parent == null ? null : projects.get(text(parent, "artifactId"));
      boolean given =
          own || !wanted.equals("name") && above != null && child(above, wanted) != null;
      require(given, artifact + ": no <" + wanted + ">");
    }
    Element parent = child(project, "parent");
    require(
        parent == null || projects.containsKey(text(parent, "artifactId")),
        artifact + ": its parent is not in the bundle");
    checkDependencies(artifact, project);
    if (artifact.endsWith("-bom")) {
      for (Element managed :
          children(child(child(project, "dependencyManagement"), "dependencies"))) {
        String name = text(managed, "artifactId");
        require(projects.containsKey(name), artifact + ": names " + name + ", which is not here");
      }
    }
  }

  private void checkDependencies(String artifact, Element project) {
    Element list = child(project, "dependencies");
    for (Element dependency : children(list)) {
      String name = text(dependency, "artifactId");
      String version = text(dependency, "version");
      require(!version.endsWith("-SNAPSHOT"), artifact + ": depends on " + name + " " + version);
      require(!text(dependency, "scope").equals("system"), artifact + ": " + name + " by a path");
      require(
          !version.isEmpty() || isManaged(project, name),
          artifact + ": " + name + " has no version");
    }
    require(child(project, "repositories") == null, artifact + ": names repositories");
    require(
        child(project, "pluginRepositories") == null, artifact + ": names repositories of plugins");
  }

  private boolean isManaged(Element project, String name) {
    Element parent = child(project, "parent");
    Element above = parent == null ? null : projects.get(text(parent, "artifactId"));
    for (Element at : above == null ? List.of(project) : List.of(project, above)) {
      Element management = child(at, "dependencyManagement");
      for (Element managed :
          children(management == null ? null : child(management, "dependencies"))) {
        if (text(managed, "artifactId").equals(name) && !text(managed, "version").isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  private void require(boolean holds, String problem) {
    if (!holds) {
      problems.add(problem);
    }
  }

  private static String inherited(Element project, String name) {
    String own = text(project, name);
    Element parent = child(project, "parent");
    return own.isEmpty() && parent != null ? text(parent, name) : own;
  }

  private static String text(Element of, String name) {
    Element child = child(of, name);
    return child == null ? "" : child.getTextContent().strip();
  }

  private static Element child(Element of, String name) {
    return children(of).stream().filter(e -> e.getTagName().equals(name)).findFirst().orElse(null);
  }

  private static List<Element> children(Element of) {
    List<Element> found = new ArrayList<>();
    for (Node at = of == null ? null : of.getFirstChild(); at != null; at = at.getNextSibling()) {
      if (at instanceof Element element) {
        found.add(element);
      }
    }
    return found;
  }
}
