package org.flashgrove.storage.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.file.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.placement.FreePages;
import org.junit.jupiter.api.Test;

/**
 * The port {@link HeapParticipant} carries several heap files whose changes commit in one frame.
 */
class JointFramesTest {
  private static final int PAGE_SIZE = 512;
  private static final int[] TREES = {2, 5};
  private static final int JOINT = 9;

  /** The least a log writer for several participants must do. */
  private static final class JointStore implements AutoCloseable {
    private final FreePages slots;
    private final AppendLog log;
    private final List<HeapFile> heaps = new ArrayList<>();

    JointStore(StoreDirectory directory) {
      FileDevice files = FileDevice.over(directory, RawFile.Caching.BUFFERED);
      boolean there = directory.exists("store.log");
      PageStore pages =
          there
              ? files.openPages("nodes.pages", PAGE_SIZE)
              : files.createPages("nodes.pages", PAGE_SIZE);
      slots = there ? FreePages.open(pages, HeapFiles.TAG) : FreePages.create(pages, HeapFiles.TAG);
      log =
          there
              ? files.openLog("store.log", HeapFiles.TAG, PAGE_SIZE)
              : files.createLog("store.log", HeapFiles.TAG, PAGE_SIZE);
      for (int tree : TREES) {
        heaps.add(
            new HeapFile(
                pages,
                slots,
                tree,
                HeapFiles.TAG,
                (words, length) -> log.append(LoggedHeapStore.MOVE, words, length),
                HeapFiles.memory(8, "lru"),
                0,
                this::commit));
      }
      recover();
    }

    private void recover() {
      log.replay(
          (number, type, words, length) -> {
            if (type == LoggedHeapStore.MOVE && number > slots.frame()) {
              for (int at = 2; at < length; at += 3) {
                participant(words[0]).move(words[at], words[at + 1], words[at + 2]);
              }
            }
          });
      heaps.forEach(HeapParticipant::movesRead);
      if (slots.isMoved()) {
        slots.barrier(log.lastFrame());
      }
      log.replay(
          (number, type, words, length) -> {
            for (int at = 0; type == JOINT && at < length; at += 2 + (int) words[at + 1]) {
              int from = at + 2;
              participant(words[at]).replay(number, words, from, from + (int) words[at + 1]);
            }
          });
      heaps.forEach(HeapParticipant::replayed);
    }

    private HeapParticipant participant(long tree) {
      return heaps.get(tree == TREES[0] ? 0 : 1);
    }

    /** One frame {tree, count, words} for each participant, then all publish. */
    void commit() {
      long[] joint = new long[0];
      for (HeapParticipant heap : heaps) {
        int length = joint.length;
        int more = heap.stagedLength() - heap.reservedWords();
        joint = Arrays.copyOf(joint, length + 2 + more);
        joint[length] = heap.tree();
        joint[length + 1] = more;
        System.arraycopy(heap.stagedWords(), heap.reservedWords(), joint, length + 2, more);
      }
      long frame = log.append(JOINT, joint, joint.length);
      heaps.forEach(heap -> heap.publish(frame));
      log.sync();
      if (log.sizeBytes() > 16_000) {
        heaps.forEach(heap -> heap.flush(log.lastFrame()));
        log.sync();
        slots.barrier(log.lastFrame());
        log.rewrite(sink -> {});
      }
    }

    @Override
    public void close() {
      heaps.forEach(HeapFile::close);
      log.close();
    }
  }

  private static ByteBuffer bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 2_000 : 60)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  /** Each record with the number of the commit that wrote it last, in both files. */
  private static TreeMap<Long, Long> content(HeapFile heap) {
    TreeMap<Long, Long> content = new TreeMap<>();
    HeapScan scan = heap.scan(4);
    while (scan.next()) {
      content.put(scan.record().rid(), scan.record().id());
    }
    assertThat(heap.check().findings()).isEmpty();
    return content;
  }

  @Test
  void filesCommitTogetherOrNotAtAll() {
    Random random = Seeds.random(getClass());
    for (int round = 0; round < 60; round++) {
      CrashDisk disk = new CrashDisk();
      new JointStore(disk).close();
      HeapFiles.failAfter(disk, random.nextInt(300));
      List<List<TreeMap<Long, Long>>> commits = new ArrayList<>();
      commits.add(List.of(new TreeMap<>(), new TreeMap<>()));
      int durable = work(disk, random, commits);
      try (JointStore store = new JointStore(new CrashDisk(PowerCuts.any(disk, random)))) {
        List<TreeMap<Long, Long>> found =
            List.of(content(store.heaps.get(0)), content(store.heaps.get(1)));
        assertThat(commits.subList(durable, commits.size())).contains(found);
      }
    }
  }

  /** Works until a device call fails; index of the last commit that was acknowledged. */
  private static int work(
      StoreDirectory directory, Random random, List<List<TreeMap<Long, Long>>> commits) {
    int durable = 0;
    try (JointStore store = new JointStore(directory)) {
      for (long commit = 1; true; commit++) {
        try (HeapOperation first = store.heaps.get(0).begin();
            HeapOperation second = store.heaps.get(1).begin()) {
          List<TreeMap<Long, Long>> before = commits.get(commits.size() - 1);
          List<TreeMap<Long, Long>> after =
              List.of(
                  change(first, before.get(0), commit, random),
                  change(second, before.get(1), commit, random));
          if (random.nextInt(5) > 0) {
            commits.add(after);
            store.commit();
            durable++;
          }
        }
      }
    } catch (StoreException e) {
      return durable; // power is lost now
    }
  }

  private static TreeMap<Long, Long> change(
      HeapOperation operation, TreeMap<Long, Long> before, long commit, Random random) {
    TreeMap<Long, Long> after = new TreeMap<>(before);
    for (int i = 0; i < 3; i++) {
      Long rid = after.ceilingKey((long) random.nextInt(1 << 20));
      if (rid == null || random.nextInt(3) == 0) {
        after.put(operation.insert(commit, bytes(random), bytes(random)), commit);
      } else if (random.nextInt(3) == 0) {
        operation.delete(rid);
        after.remove(rid);
      } else {
        operation.update(rid, commit, bytes(random), bytes(random));
        after.put(rid, commit);
      }
    }
    return after;
  }
}
