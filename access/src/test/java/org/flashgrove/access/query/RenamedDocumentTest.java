package org.flashgrove.access.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.SpatialSnapshot;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.join.JoinCursor;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;

/**
 * Tests the document of renamed methods and types: the earlier names no longer exist, and the
 * present names exist.
 */
class RenamedDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "renamed.md");
  private static final Pattern CALL = Pattern.compile("\\b([a-z]\\w*)\\(");
  private static final Pattern TYPE = Pattern.compile("\\b([A-Z]\\w{2,})\\b");

  private static final Pattern PUBLIC_TYPE =
      Pattern.compile("(?m)^public [a-z ]*\\b(?:class|interface|record|enum) (\\w+)");

  /** Types whose methods the column of earlier names lists. */
  private static final List<Class<?>> CHANGED =
      List.of(
          SpatialStore.class,
          SpatialSnapshot.class,
          SpatialBatch.class,
          SpatialTree.class,
          StoreOptions.class,
          TableQuery.class,
          TableSnapshot.class,
          JoinQuery.class,
          JoinQuery.Left.class);

  /** Further types whose methods the column of present names lists. */
  private static final List<Class<?>> PRESENT =
      List.of(
          EntryQuery.class,
          JoinCursor.class,
          KeyStructure.class,
          OpenOptions.class,
          Predicate.class,
          ScanStats.class,
          Store.class,
          SyncMode.class,
          Table.class,
          TableCursor.class,
          TableOptions.class,
          TableRecord.class);

  /** A line of a table: the earlier name and the present one. */
  private record Line(String earlier, String present) {}

  private static List<Line> lines(String section) throws IOException {
    String document = Files.readString(DOCUMENT);
    String table = document.split("## " + section + "\n", 2)[1].split("```text\n", 2)[1];
    return table
        .lines()
        .takeWhile(line -> !line.equals("```"))
        .map(line -> line.split(" {2,}", 2))
        .filter(columns -> columns.length == 2)
        .map(columns -> new Line(columns[0], columns[1]))
        .toList();
  }

  private static Stream<String> names(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1));
  }

  private static Set<String> methods(Stream<Class<?>> types) {
    return types
        .flatMap(type -> Stream.of(type.getMethods()))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void earlierCallsAreGoneAndPresentOnesExist() throws IOException {
    Set<String> changed = methods(CHANGED.stream());
    Set<String> all = methods(Stream.concat(CHANGED.stream(), PRESENT.stream()));
    Set<String> present = new TreeSet<>();
    Set<String> earlier = new TreeSet<>();
    for (String section : List.of("Queries of stores", "Queries of tables")) {
      for (Line line : lines(section)) {
        names(CALL, line.earlier()).forEach(earlier::add);
        names(CALL, line.present()).forEach(present::add);
        if (line.present().equals("unchanged")) {
          names(CALL, line.earlier()).forEach(present::add);
        }
      }
    }
    assertThat(all).containsAll(present);
    earlier.removeAll(present);
    assertThat(earlier).hasSizeGreaterThan(20);
    earlier.retainAll(changed);
    assertThat(earlier).as("earlier calls that are there").isEmpty();
  }

  private static boolean isSource(Path file) {
    return file.toString().endsWith(".java") && file.toString().contains("/src/main/java/");
  }

  @Test
  void earlierTypesAreGoneAndPresentOnesExist() throws IOException {
    Set<String> types = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      for (Path file : (Iterable<Path>) files.filter(each -> isSource(each))::iterator) {
        names(PUBLIC_TYPE, Files.readString(file)).forEach(types::add);
      }
    }
    Set<String> present = new TreeSet<>();
    Set<String> earlier = new TreeSet<>();
    for (Line line : lines("Types")) {
      names(TYPE, line.earlier()).forEach(earlier::add);
      names(TYPE, line.present()).forEach(present::add);
    }
    assertThat(types).containsAll(present);
    earlier.removeAll(present);
    assertThat(earlier).hasSizeGreaterThan(10);
    earlier.retainAll(types);
    assertThat(earlier).as("earlier types that are there").isEmpty();
  }
}
