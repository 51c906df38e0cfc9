package org.flashgrove.rawflash.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.ForwardedFlash;
import org.flashgrove.core.flash.RawFlash;

/**
 * Flash that watches how it is used: pages of a block one after the other, blocks one after the
 * other, and only the oldest block is erased. It knows which records the pages hold that are there.
 */
final class WatchedFlash extends ForwardedFlash {
  /** Records of a data page, from one to before another. */
  record Page(int block, long first, long end) {}

  /** Blocks in the order in which they were begun, those that were erased since left out. */
  private final Deque<Integer> blocks = new ArrayDeque<>();

  private final Set<Integer> withPages = new HashSet<>();
  private final List<Page> pages = new ArrayList<>();
  private Page torn;
  private int failEvery;
  private int untilFailure;
  private long reads;
  private long programs;
  private long failures;

  WatchedFlash(RawFlash flash) {
    super(flash);
  }

  /** Lets one program fail in a number of them; 0 for none. */
  void failEvery(int count) {
    failEvery = count;
    untilFailure = count;
  }

  long reads() {
    return reads;
  }

  long programs() {
    return programs;
  }

  long failures() {
    return failures;
  }

  /** Returns the number behind the newest record of whole pages. */
  long end() {
    return pages.isEmpty() ? 0 : pages.get(pages.size() - 1).end();
  }

  /** Returns the number of the oldest record of whole pages, or {@link #end}. */
  long first(long none) {
    return pages.isEmpty() ? none : pages.get(0).first();
  }

  /** Returns the page whose program was cut, if it is one of records; forgets it. */
  Page torn() {
    Page was = torn;
    torn = null;
    return was;
  }

  /** Notes that the program that was cut had come to its end. */
  void wasWhole(Page page) {
    withPages.add(page.block());
    pages.add(page);
  }

  @Override
  public void program(int block, int index, ByteBuffer content, ByteBuffer oob) {
    assertThat(index).as("pages in order").isEqualTo(nextIndex(block));
    if (blocks.isEmpty() || blocks.peekLast() != block) {
      assertThat(index).as("a block is begun at its beginning").isZero();
      assertThat(blocks).as("a block is begun once").doesNotContain(block);
      blocks.add(block);
    }
    programs++;
    if (failEvery > 0 && --untilFailure == 0) {
      untilFailure = failEvery;
      failures++;
      throw new BlockFailedException("program", block);
    }
    ByteBuffer head = oob.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (head.get(5) == MicroHead.DATA) {
      long first = head.getLong(24);
      torn = new Page(block, first, first + (head.getShort(52) & 0xFFFF));
    }
    super.program(block, index, content, oob);
    withPages.add(block);
    if (torn != null) {
      pages.add(torn);
      torn = null;
    }
  }

  @Override
  public void erase(int block) {
    if (!withPages.remove(block)) {
      blocks.remove(block); // a power cut tore the only page
    }
    if (blocks.contains(block)) {
      while (isBad(blocks.peekFirst())) {
        drop();
      }
      assertThat(block).as("the oldest block").isEqualTo(blocks.peekFirst());
      drop();
    }
    super.erase(block);
  }

  private void drop() {
    int block = blocks.removeFirst();
    while (!pages.isEmpty() && pages.get(0).block() == block) {
      pages.remove(0);
    }
  }

  @Override
  public void read(int block, int index, ByteBuffer content, ByteBuffer oob) {
    reads++;
    super.read(block, index, content, oob);
  }
}
