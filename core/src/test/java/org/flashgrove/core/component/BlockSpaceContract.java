package org.flashgrove.core.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.page.AlignedBuffers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@link BlockSpace} promises; every implementation inherits these tests. */
public abstract class BlockSpaceContract {
  private static final int PAGE = 512;
  private static final int PAGES = 4;

  private final List<BlockSpace> opened = new ArrayList<>();

  /** A new space on which nothing was written, with room for at least eight blocks. */
  protected abstract BlockSpace create(int pageSize, int blockPages);

  /** Opens again the space that {@link #create} made last and the test closed. */
  protected abstract BlockSpace reopen();

  /** Whether the space gives the end back. */
  protected boolean shrinks() {
    return true;
  }

  private BlockSpace space() {
    return space(PAGE, PAGES);
  }

  private BlockSpace space(int pageSize, int blockPages) {
    opened.add(create(pageSize, blockPages));
    return opened.get(opened.size() - 1);
  }

  @AfterEach
  void closeSpaces() {
    opened.forEach(BlockSpace::close);
  }

  private static ByteBuffer pages(int pageSize, long... contents) {
    ByteBuffer bytes = AlignedBuffers.allocate(contents.length * pageSize);
    for (int i = 0; i < contents.length; i++) {
      for (int at = 0; at < pageSize; at += Long.BYTES) {
        bytes.putLong(i * pageSize + at, contents[i] * 1_000_003 + at);
      }
    }
    return bytes;
  }

  private static void write(BlockSpace space, long block, int firstPage, long... contents) {
    space.write(block, firstPage, contents.length, pages(space.pageSize(), contents));
  }

  private static void assertHolds(BlockSpace space, long block, int page, long content) {
    ByteBuffer into = AlignedBuffers.allocate(space.pageSize());
    int[] visits = {0};
    space.readEach(
        new long[] {block * space.blockPages() + page},
        1,
        into,
        (index, at) -> {
          visits[0]++;
          assertThat(into.slice(at, space.pageSize()))
              .as("block " + block + ", page " + page)
              .isEqualTo(pages(space.pageSize(), content));
        });
    assertThat(visits[0]).isEqualTo(1);
  }

  @Test
  void hasTheShapeAskedFor() {
    for (int[] shape : new int[][] {{512, 2}, {4096, 32}, {65_536, 2}}) {
      BlockSpace space = space(shape[0], shape[1]);
      assertThat(space.pageSize()).isEqualTo(shape[0]);
      assertThat(space.blockPages()).isEqualTo(shape[1]);
      assertThat(space.maxBlocks()).isGreaterThanOrEqualTo(8);
      assertThat(space.blockCount()).isLessThanOrEqualTo(space.maxBlocks());
      assertThat(space.name()).isNotEmpty();
    }
  }

  @Test
  void whatIsWrittenIsRead() {
    BlockSpace space = space();
    write(space, 2, 0, 11);
    write(space, 2, 1, 12, 13);
    write(space, 0, 0, 1, 2, 3, 4);
    assertThat(space.blockCount()).isGreaterThanOrEqualTo(3);
    assertHolds(space, 2, 0, 11);
    assertHolds(space, 2, 1, 12);
    assertHolds(space, 2, 2, 13);
    assertHolds(space, 0, 3, 4);
    space.sync();
    assertHolds(space, 0, 0, 1);
  }

  @Test
  void manyPagesAreReadTogether() {
    BlockSpace space = space();
    for (int block = 0; block < 8; block++) {
      write(space, block, 0, 10 * block, 10 * block + 1, 10 * block + 2, 10 * block + 3);
    }
    Random random = Seeds.random();
    for (int room : new int[] {1, 2, 7, 40}) {
      ByteBuffer into = AlignedBuffers.allocate(room * PAGE);
      long[] addresses = random.longs(50, 0, 8 * PAGES).toArray();
      int count = 1 + random.nextInt(50);
      int[] visits = new int[count];
      space.readEach(
          addresses,
          count,
          into,
          (index, at) -> {
            visits[index]++;
            long content = 10 * (addresses[index] / PAGES) + addresses[index] % PAGES;
            assertThat(into.slice(at, PAGE)).isEqualTo(pages(PAGE, content));
          });
      assertThat(visits).containsOnly(1);
    }
  }

  @Test
  void pagesComeInOrderAndOnce() {
    BlockSpace space = space();
    write(space, 1, 0, 5);
    assertThatThrownBy(() -> write(space, 1, 0, 6)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> write(space, 1, 2, 6)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> write(space, 3, 1, 6)).isInstanceOf(IllegalStateException.class);
    assertHolds(space, 1, 0, 5);
    write(space, 1, 1, 6, 7, 8);
    assertThatThrownBy(() -> write(space, 1, 4, 9)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> write(space, 1, 0, 9)).isInstanceOf(IllegalStateException.class);
    assertHolds(space, 1, 3, 8);
  }

  @Test
  void anErasedBlockIsWrittenFromTheFront() {
    BlockSpace space = space();
    write(space, 0, 0, 1, 2, 3);
    write(space, 1, 0, 4, 5, 6);
    space.erase(0);
    write(space, 0, 0, 7, 8);
    assertHolds(space, 0, 0, 7);
    assertHolds(space, 0, 1, 8);
    assertHolds(space, 1, 2, 6);
    assertThatThrownBy(() -> write(space, 0, 0, 9)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsOutsideIsRefused() {
    BlockSpace space = space();
    write(space, 0, 0, 1);
    long behind = space.blockCount() * PAGES;
    ByteBuffer into = AlignedBuffers.allocate(PAGE);
    assertThatThrownBy(() -> space.readEach(new long[] {behind}, 1, into, (index, at) -> {}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> space.readEach(new long[] {-1}, 1, into, (index, at) -> {}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> space.readEach(new long[] {0}, 2, into, (index, at) -> {}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> write(space, -1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> write(space, space.maxBlocks(), 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> space.erase(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> space.erase(space.maxBlocks()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> write(space, 0, -1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertHolds(space, 0, 0, 1);
  }

  @Test
  void whatAVisitorThrowsEndsTheReading() {
    BlockSpace space = space();
    write(space, 0, 0, 1, 2, 3, 4);
    ByteBuffer into = AlignedBuffers.allocate(PAGE);
    int[] visits = {0};
    assertThatThrownBy(
            () ->
                space.readEach(
                    new long[] {0, 1, 2, 3},
                    4,
                    into,
                    (index, at) -> {
                      visits[0]++;
                      throw new ArithmeticException("enough");
                    }))
        .isInstanceOf(ArithmeticException.class);
    assertThat(visits[0]).isEqualTo(1);
    assertHolds(space, 0, 3, 4);
  }

  @Test
  void contentOutlivesTheSpace() {
    BlockSpace space = space();
    write(space, 1, 0, 21, 22);
    write(space, 4, 0, 23);
    space.sync();
    space.close();
    space.close();
    BlockSpace again = reopen();
    opened.add(again);
    assertHolds(again, 1, 0, 21);
    assertHolds(again, 1, 1, 22);
    assertHolds(again, 4, 0, 23);
    again.erase(1);
    write(again, 1, 0, 24, 25, 26, 27);
    assertHolds(again, 1, 3, 27);
    assertHolds(again, 4, 0, 23);
  }

  @Test
  void aClosedSpaceIsRefused() {
    BlockSpace space = space();
    write(space, 0, 0, 1);
    space.close();
    ByteBuffer into = AlignedBuffers.allocate(PAGE);
    assertThatThrownBy(() -> space.readEach(new long[] {0}, 1, into, (index, at) -> {}))
        .isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> write(space, 0, 1, 2)).isInstanceOf(StoreClosedException.class);
  }

  @Test
  void aSpaceThatShrinksKeepsTheBlocksInFront() {
    BlockSpace space = space();
    for (int block = 0; block < 6; block++) {
      write(space, block, 0, block);
    }
    long before = space.blockCount();
    space.shrink(3);
    assertHolds(space, 1, 0, 1);
    assertThat(space.blockCount()).isEqualTo(shrinks() ? 3 : before);
    if (!shrinks()) {
      return;
    }
    assertHolds(space, 2, 0, 2);
    write(space, 5, 0, 50, 51);
    write(space, 3, 0, 30);
    assertHolds(space, 5, 1, 51);
    assertHolds(space, 3, 0, 30);
  }

  @Test
  void randomWritesAndErasures() {
    Random random = Seeds.random();
    BlockSpace space = space(PAGE, 8);
    Map<Integer, List<Long>> model = new HashMap<>();
    for (int step = 0; step < 600; step++) {
      int block = random.nextInt(8);
      List<Long> known = model.computeIfAbsent(block, any -> new ArrayList<>());
      int room = 8 - known.size();
      if (room == 0 || !known.isEmpty() && random.nextInt(6) == 0) {
        if (space.isUsable(block)) {
          space.erase(block);
          known.clear();
        }
      } else {
        long[] contents = random.longs(1 + random.nextInt(room), 0, 1 << 30).toArray();
        write(space, block, known.size(), contents);
        for (long content : contents) {
          known.add(content);
        }
      }
      if (random.nextInt(20) == 0) {
        space.sync();
      }
      int other = random.nextInt(8);
      List<Long> there = model.getOrDefault(other, List.of());
      if (!there.isEmpty()) {
        int page = random.nextInt(there.size());
        assertHolds(space, other, page, there.get(page));
      }
    }
  }
}
