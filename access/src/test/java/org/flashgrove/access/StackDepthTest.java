package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;

/**
 * Counts the frames of the project between an insertion into a Grove and the file. The first frame
 * is {@code SpatialStore.insert}, the last one the call of {@link
 * org.flashgrove.storage.file.RawFile}. Both bounds are the present numbers: they may only go down.
 */
class StackDepthTest {
  private static final int TO_LOG = 16;
  private static final int THROUGH_MERGE_TO_READ = 29;
  private static final int COUNT = 4_000;
  private static final String LOG = "store.log";

  private final Random random = Seeds.random();
  private final List<String> toLog = new ArrayList<>();
  private final List<String> toRead = new ArrayList<>();

  @Test
  void insertionsReachTheLogAndTheReadsOfMergesByFewFrames() {
    String index = "grove:domain=0/0/1/1,memory=64K,merges=commits";
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none")
            .withDevice("buffered")
            .withSync(SyncMode.OP);
    try (SpatialStore store = SpatialStore.create(new Watched(new MemoryDirectory()), options)) {
      for (int id = 0; id < COUNT; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(id, x, y, x, y);
      }
    }
    assertThat(toLog).isNotEmpty();
    assertThat(toRead).isNotEmpty();
    assertThat(toLog.size()).as(String.join("\n", toLog)).isLessThanOrEqualTo(TO_LOG);
    assertThat(toRead.size())
        .as(String.join("\n", toRead))
        .isLessThanOrEqualTo(THROUGH_MERGE_TO_READ);
  }

  /** Keeps the stack frames of the current insertion if they count and are the most so far. */
  private static void keepDeepest(List<String> deepest, Predicate<List<String>> isCounted) {
    List<String> frames =
        StackWalker.getInstance()
            .walk(
                all ->
                    all.map(frame -> frame.getClassName() + "." + frame.getMethodName())
                        .dropWhile(StackDepthTest::isOfTest)
                        .takeWhile(frame -> !isOfTest(frame))
                        .toList());
    boolean isInsertion = frames.get(frames.size() - 1).endsWith("SpatialStore.insert");
    if (isInsertion && isCounted.test(frames) && frames.size() > deepest.size()) {
      deepest.clear();
      deepest.addAll(frames);
    }
  }

  private static boolean isMerge(List<String> frames) {
    return frames.stream().anyMatch(frame -> frame.contains(".grove.merge."));
  }

  private static boolean isOfTest(String frame) {
    return frame.contains("StackDepthTest");
  }

  private final class Watched extends WatchedDirectory {
    Watched(StoreDirectory directory) {
      super(directory);
    }

    @Override
    void reading(String file, long offset, int length) {
      keepDeepest(toRead, StackDepthTest::isMerge);
    }

    @Override
    void writing(String file, long offset, int length) {
      if (file.startsWith(LOG)) {
        keepDeepest(toLog, frames -> !isMerge(frames));
      }
    }
  }
}
