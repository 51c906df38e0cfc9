package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Counts the calls between an operation of a store and the system call that moves its pages. A
 * reader of the sources must follow each of these calls. The count starts at the store's method and
 * includes the system call. Of all call paths, the test takes the path by which most pages were
 * read or written.
 */
class CallDepthTest {
  private static final int MOST = 14;
  private static final int MOST_TO_VISITOR = 6;
  private static final int COUNT = 20_000;
  private static final int WINDOWS = 500;
  private static final double SIDE = 0.01;
  private static final String PACKAGE = "org.flashgrove.";

  private final Random random = Seeds.random();
  private final Map<List<String>, Integer> stacks = new HashMap<>();
  private boolean watching;

  @Test
  void pagesOfTreesAreReadAndWrittenByFewCalls() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("efind:buffer=64K")
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(new Watched(new MemoryDirectory()), options)) {
      for (int i = 0; i < COUNT; i++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        watching = i > COUNT / 2;
        store.insert(i, x, y, x, y);
      }
      assertFew("write", "SpatialStore.insert");
      for (int i = 0; i < WINDOWS; i++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.search(x, y, x + SIDE, y + SIDE, (id, x1, y1, x2, y2) -> {});
      }
      assertFew("read", "ForwardedQueries.search");
      watching = false;
    }
  }

  private void assertFew(String last, String first) {
    List<String> usual = null;
    for (Map.Entry<List<String>, Integer> stack : stacks.entrySet()) {
      List<String> calls = stack.getKey();
      boolean asked = calls.get(0).endsWith(last) && calls.get(calls.size() - 1).endsWith(first);
      if (asked && (usual == null || stack.getValue() > stacks.get(usual))) {
        usual = calls;
      }
    }
    assertThat(usual).as("calls from %s to %s", first, last).isNotNull();
    assertThat(usual.size() + 1).as(String.join("\n", usual)).isLessThanOrEqualTo(MOST);
  }

  /** Records the calls of the project on the current stack, the innermost first. */
  private void note(String file) {
    if (watching && file.endsWith(".pages")) {
      stacks.merge(calls(), 1, Integer::sum);
    }
  }

  private final class Watched extends WatchedDirectory {
    Watched(StoreDirectory directory) {
      super(directory);
    }

    @Override
    void reading(String file, long offset, int length) {
      note(file);
    }

    @Override
    void writing(String file, long offset, int length) {
      note(file);
    }
  }

  /** There are few calls of the library between a search and its visitor. */
  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove:domain=0/0/2/2,memory=24K,block=8K"})
  void anEntryReachesItsVisitorByFewCalls(String index) {
    String flash = index.equals("rstar") ? "none:buffer=64K" : "none:frames=16";
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(1024)
            .withSync(SyncMode.CLOSE);
    int[] most = {MOST_TO_VISITOR};
    EntryVisitor visitor =
        (id, minX, minY, maxX, maxY) -> {
          List<String> path = calls();
          assertThat(path).as(String.join("\n", path)).hasSizeLessThanOrEqualTo(most[0]);
        };
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options)) {
      for (int i = 0; i < 2_000; i++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(i, x, y, x, y);
      }
      assertThat(store.search(0, 0, 1, 1, visitor)).isEqualTo(2_000);
      most[0] = MOST_TO_VISITOR + 1;
      assertThat(store.forEach(EntryQuery.within(0, 0, 1, 1), visitor)).isEqualTo(2_000);
      try (SpatialSnapshot snapshot = store.snapshot()) {
        assertThat(snapshot.search(0, 0, 1, 1, visitor)).isEqualTo(2_000);
      }
    }
  }

  /** Returns the calls of the library on the current stack, the innermost first. */
  private static List<String> calls() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> frame.getClassName().startsWith(PACKAGE))
                    .filter(frame -> !frame.getClassName().contains("CallDepthTest"))
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .toList());
  }
}
