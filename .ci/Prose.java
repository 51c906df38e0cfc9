import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reports how the documents and the Javadoc read. Arguments: the root of a checkout, and pages to
 * list the long sentences of. Ends with exit code 1 if a sum is above its ceiling in {@code
 * config/prose.txt}.
 *
 * <ul>
 *   <li>Pages are the Markdown files but the changelog, {@code docs/evidence} and the generated
 *       {@code docs/settings.md}. Blocks of code do not count. A cell of a table is no sentence.
 *   <li>A sentence is passive if a form of "to be" is followed by a word that ends in "ed" or "en".
 *   <li>The grade is that of Flesch and Kincaid; syllables are groups of vowels.
 *   <li>A Javadoc is a fragment if its first word is one that begins no sentence with a subject and
 *       a verb, such as "What".
 * </ul>
 */
public final class Prose {
  private static final int LONG = 30;
  private static final int TOO_LONG = 40;
  private static final int LONG_CELL = 12;
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}'’_.-]*");
  private static final Pattern SENTENCE_END =
      Pattern.compile("(?<=[.!?:])\\s+(?=[\\p{Lu}`*\\[\"])");
  private static final Pattern PASSIVE =
      Pattern.compile("\\b(is|are|was|were|be|been|being)\\s+(\\w+ly\\s+)?\\w+(ed|en)\\b");
  private static final Pattern VOWELS = Pattern.compile("[aeiouy]+");
  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern FRAGMENT =
      Pattern.compile(
          "(What|Whether|Those|Who|Where|How|Of|The same|All of|As)\\b.*", Pattern.DOTALL);

  /** Counts of one page. */
  private static final class Page {
    private final List<String> sentences = new ArrayList<>();
    private final List<String> longCells = new ArrayList<>();
    private int words;
    private int syllables;

    private void add(String sentence) {
      List<String> found = words(sentence);
      if (!found.isEmpty()) {
        sentences.add(sentence.strip());
        words += found.size();
        found.forEach(word -> syllables += syllables(word));
      }
    }

    private long above(int limit) {
      return sentences.stream().filter(each -> words(each).size() > limit).count();
    }

    private long passive() {
      return sentences.stream().filter(each -> PASSIVE.matcher(each).find()).count();
    }

    private double grade() {
      return sentences.isEmpty()
          ? 0
          : 0.39 * words / sentences.size() + 11.8 * syllables / Math.max(1, words) - 15.59;
    }
  }

  private final Path root;
  private final Map<String, Page> pages = new TreeMap<>();
  private final Map<String, Integer> sums = new TreeMap<>();

  private Prose(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws IOException {
    Prose prose = new Prose(Path.of(args[0]));
    prose.readPages();
    prose.readJavadoc();
    prose.printPages();
    for (int i = 1; i < args.length; i++) {
      prose.printFaults(args[i]);
    }
    System.exit(prose.isBelowCeilings() ? 0 : 1);
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher found = WORD.matcher(text);
    while (found.find()) {
      words.add(found.group());
    }
    return words;
  }

  private static int syllables(String word) {
    Matcher groups = VOWELS.matcher(word.toLowerCase(Locale.ROOT).replaceAll("e$", ""));
    int count = 0;
    while (groups.find()) {
      count++;
    }
    return Math.max(1, count);
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> found = Files.walk(root)) {
      return found
          .filter(each -> each.toString().endsWith(ending))
          .filter(
              each ->
                  !("/" + root.relativize(each))
                      .replace('\\', '/')
                      .matches(".*/(target|\\.git)/.*"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private void readPages() throws IOException {
    for (Path file : files(".md")) {
      String name = root.relativize(file).toString().replace('\\', '/');
      if (!name.startsWith("docs/evidence/")
          && !List.of("CHANGELOG.md", "docs/settings.md").contains(name)) {
        pages.put(name, read(Files.readString(file)));
      }
    }
    for (Page page : pages.values()) {
      sums.merge("words", page.words, Integer::sum);
      sums.merge("sentences above " + LONG + " words", (int) page.above(LONG), Integer::sum);
      sums.merge(
          "sentences above " + TOO_LONG + " words", (int) page.above(TOO_LONG), Integer::sum);
      sums.merge("cells above " + LONG_CELL + " words", page.longCells.size(), Integer::sum);
      sums.merge("passive sentences", (int) page.passive(), Integer::sum);
    }
  }

  private static Page read(String text) {
    Page page = new Page();
    StringBuilder paragraph = new StringBuilder();
    boolean isCode = false;
    for (String line : (text + "\n\n").split("\n", -1)) {
      String bare = line.strip();
      boolean isFence = bare.startsWith("```");
      isCode ^= isFence;
      boolean isTable = bare.startsWith("|");
      boolean ends = isFence || isTable || bare.isEmpty() || bare.matches("([-*+]|\\d+\\.|#+) .*");
      if (ends) {
        addSentences(page, paragraph);
      }
      if (isTable && !isCode) {
        for (String cell : bare.split("(?<!\\\\)\\|")) {
          int count = words(plain(cell)).size();
          page.words += count;
          if (count > LONG_CELL) {
            page.longCells.add(cell.strip());
          }
        }
      } else if (!isCode && !isFence) {
        paragraph.append(bare.replaceFirst("^([-*+]|\\d+\\.|#+) ", "")).append(' ');
      }
    }
    return page;
  }

  /** Returns text without the targets of links and without HTML comments. */
  private static String plain(String text) {
    return text.replaceAll("\\]\\([^)]*\\)", "]").replaceAll("<!--.*?-->", "");
  }

  private static void addSentences(Page page, StringBuilder paragraph) {
    for (String sentence : SENTENCE_END.split(plain(paragraph.toString()))) {
      page.add(sentence);
    }
    paragraph.setLength(0);
  }

  private void readJavadoc() throws IOException {
    for (Path file : files(".java")) {
      if (file.toString().replace('\\', '/').contains("/src/main/")) {
        Matcher found = JAVADOC.matcher(Files.readString(file));
        while (found.find()) {
          String first = found.group(1).replaceAll("\\n\\s*\\*", " ").strip();
          sums.merge("Javadocs", 1, Integer::sum);
          sums.merge("Javadoc fragments", FRAGMENT.matcher(first).matches() ? 1 : 0, Integer::sum);
        }
      }
    }
  }

  private void printPages() {
    System.out.printf(
        Locale.ROOT,
        "%-44s %7s %6s %6s %6s %8s %6s%n",
        "page",
        "words",
        ">30",
        ">40",
        "cells",
        "passive",
        "grade");
    pages.forEach(
        (name, page) ->
            System.out.printf(
                Locale.ROOT,
                "%-44s %,7d %6d %6d %6d %7d%% %6.1f%n",
                name,
                page.words,
                page.above(LONG),
                page.above(TOO_LONG),
                page.longCells.size(),
                Math.round(100.0 * page.passive() / Math.max(1, page.sentences.size())),
                page.grade()));
  }

  private void printFaults(String name) {
    Page page = pages.get(name);
    if (page == null) {
      System.out.println(name + ": no such page");
      return;
    }
    page.sentences.stream()
        .filter(each -> words(each).size() > LONG)
        .forEach(each -> System.out.println(name + ": " + words(each).size() + " words: " + each));
    page.longCells.forEach(each -> System.out.println(name + ": cell: " + each));
  }

  private boolean isBelowCeilings() throws IOException {
    boolean holds = true;
    for (String line : Files.readAllLines(root.resolve("config/prose.txt"))) {
      if (!line.isBlank() && !line.startsWith("#")) {
        int at = line.lastIndexOf(' ');
        String name = line.substring(0, at);
        int ceiling = Integer.parseInt(line.substring(at + 1));
        int sum = sums.getOrDefault(name, 0);
        System.out.printf(Locale.ROOT, "%-44s %,7d, ceiling %,d%n", name, sum, ceiling);
        if (sum > ceiling) {
          System.out.println(name + ": above its ceiling; shorten or split what was added");
          holds = false;
        }
      }
    }
    return holds;
  }
}
