package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Each block of the documents, evidence apart, is of a kind that is held to something: commands of
 * ours are understood, others name files and classes that are there, and Java, YAML and Python have
 * tests of their own. What is none of this says that it is text.
 */
class DocumentBlocksTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)[^\n]*\n(.*?)^```");
  private static final Pattern COMMAND = Pattern.compile("`(\\./flashgrove [^`.]*[^`. ])`");
  private static final Pattern CLASS = Pattern.compile("org\\.flashgrove(\\.\\w+)*\\.[A-Z]\\w*");
  private static final Pattern VERSION = Pattern.compile("<version>([^<]*)</version>");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          """
          <dependency>
            <groupId>org\\.flashgrove</groupId>
            <artifactId>flashgrove-([a-z]+)</artifactId>
            <version>([^<]+)</version>
          </dependency>
          """);
  private static final Pattern MODULES = Pattern.compile("-pl ([\\w,]+)");

  /** The test that holds blocks of a language to something, in some module. */
  private static final Map<String, String> TESTS =
      Map.of(
          "java",
          "(\\w+Documents?|ReadmeExample)Test.java",
          "yaml",
          "ExperimentsDocumentTest.java",
          "python",
          "SparkDocumentTest.java");

  private static List<Path> documents() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Path evidence = ROOT.resolve("docs").resolve("evidence");
      return Stream.concat(top, docs)
          .filter(path -> path.toString().endsWith(".md") && !path.startsWith(evidence))
          .toList();
    }
  }

  /** Returns the names of the test sources that read documents, with what they contain. */
  private static List<String> readers(String test) throws IOException {
    List<String> readers = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path tests : modules.map(module -> module.resolve("src/test/java")).toList()) {
        if (!Files.isDirectory(tests)) {
          continue;
        }
        try (Stream<Path> all = Files.walk(tests)) {
          for (Path file : all.filter(f -> f.getFileName().toString().matches(test)).toList()) {
            readers.add(Files.readString(file));
          }
        }
      }
    }
    return readers;
  }

  /** Returns commands without comments, those that go on in the next line as one. */
  private static List<String> commands(String block) {
    return block
        .replace("\\\n", " ")
        .lines()
        .map(line -> line.replaceFirst("(^| +)# .*", "").replaceFirst(" \\| .*", "").strip())
        .filter(line -> !line.isEmpty())
        .flatMap(line -> Stream.of(line.split(" && ")))
        .map(command -> command.replaceFirst("^[A-Z_]+=\\S+ ", ""))
        .toList();
  }

  private static String problemOf(String command) {
    if (!command.matches("(\\./)?flashgrove .*")) {
      return problemOfOther(command);
    }
    List<String> words = new ArrayList<>(List.of(command.split(" > ")[0].split(" +")));
    try {
      Run.parser().parseArgs(words.subList(1, words.size()).toArray(String[]::new));
      return null;
    } catch (CommandLine.ParameterException e) {
      return e.getMessage();
    }
  }

  private static String problemOfOther(String command) {
    if (command.startsWith(".ci/")) {
      return Files.isExecutable(ROOT.resolve(command.split(" ")[0])) ? null : "no such script";
    }
    if (!command.matches("(mvn|java|jfr) .*")) {
      return "is no command that is known here; a block that shows none begins with ```text";
    }
    for (MatchResult name : CLASS.matcher(command).results().toList()) {
      String file = name.group().replace('.', '/') + ".java";
      boolean found =
          Stream.of("jmh", "indexes", "grove", "geotools", "access")
              .flatMap(m -> Stream.of(m + "/src/main/java/", m + "/src/test/java/"))
              .anyMatch(place -> Files.exists(ROOT.resolve(place + file)));
      if (!found) {
        return "there is no " + name.group();
      }
    }
    Matcher modules = MODULES.matcher(command);
    while (modules.find()) {
      for (String module : modules.group(1).split(",")) {
        if (!Files.exists(ROOT.resolve(module).resolve("pom.xml"))) {
          return "there is no module " + module;
        }
      }
    }
    return null;
  }

  @Test
  void commandsAreUnderstood() throws IOException {
    List<String> problems = new ArrayList<>();
    int commands = 0;
    for (Path document : documents()) {
      String text = Files.readString(document);
      List<String> all = new ArrayList<>();
      COMMAND.matcher(text).results().forEach(found -> all.add(found.group(1)));
      BLOCK
          .matcher(text)
          .results()
          .filter(block -> block.group(1).isEmpty())
          .forEach(block -> all.addAll(commands(block.group(2))));
      for (String command : all) {
        String problem = command.equals("./flashgrove COMMAND") ? null : problemOf(command);
        if (problem != null) {
          problems.add(document.getFileName() + ": " + command + ": " + problem);
        }
        commands++;
      }
    }
    assertThat(problems).isEmpty();
    assertThat(commands).isGreaterThan(60);
  }

  @Test
  void dependenciesAreModulesOfThisVersion() throws IOException {
    Matcher version = VERSION.matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    int dependencies = 0;
    for (Path document : documents()) {
      for (MatchResult block : BLOCK.matcher(Files.readString(document)).results().toList()) {
        if (block.group(1).equals("xml")) {
          Matcher dependency = DEPENDENCY.matcher(block.group(2));
          assertThat(dependency.matches()).as("%s: %s", document, block.group(2)).isTrue();
          assertThat(ROOT.resolve(dependency.group(1)).resolve("pom.xml")).exists();
          assertThat(dependency.group(2)).as(document.toString()).isEqualTo(version.group(1));
          dependencies++;
        }
      }
    }
    assertThat(dependencies).isPositive();
  }

  @Test
  void otherBlocksHaveTests() throws IOException {
    List<String> untested = new ArrayList<>();
    for (Path document : documents()) {
      String name = "\"" + document.getFileName() + "\"";
      for (MatchResult block : BLOCK.matcher(Files.readString(document)).results().toList()) {
        String language = block.group(1);
        if (language.isEmpty() || language.equals("text") || language.equals("xml")) {
          continue;
        }
        String test = TESTS.get(language);
        if (test == null || readers(test).stream().noneMatch(reader -> reader.contains(name))) {
          untested.add(document.getFileName() + ": " + language);
        }
      }
    }
    assertThat(untested).isEmpty();
  }
}
