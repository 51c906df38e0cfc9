package org.flashgrove.jmh;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.flashgrove.core.page.BufferMemories;
import org.flashgrove.core.page.BufferMemory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compares the kinds of buffer memory: allocating a buffer, reading pages word by word, and copying
 * pages. The kind {@code segments} needs Java 22 or later. To compare whole queries, run another
 * benchmark with {@code -jvmArgsAppend -Dflashgrove.memory=NAME}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
      "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
      "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED"
    })
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BufferMemoryKinds {
  private static final int PAGE = 4096;
  private static final int PAGES = 1024;

  /** Kind of memory in which the buffers are allocated. */
  @Param({"direct", "chronicle"})
  private String memory;

  private final Random random = new Random(42);
  private final long[] words = new long[PAGE / Long.BYTES];
  private BufferMemory kind;
  private ByteBuffer[] pages;

  /** Fills pages with random words. */
  @Setup
  public void fill() {
    kind = BufferMemories.named(memory);
    ByteBuffer slab = kind.allocate(PAGES * PAGE);
    pages = new ByteBuffer[PAGES];
    for (int i = 0; i < PAGES; i++) {
      pages[i] = slab.slice(i * PAGE, PAGE).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 0; at < PAGE; at += Long.BYTES) {
        pages[i].putLong(at, random.nextLong());
      }
    }
  }

  /** Allocates a buffer of 64 KiB, and returns it so that the JVM cannot skip the allocation. */
  @Benchmark
  public ByteBuffer made() {
    return kind.allocate(16 * PAGE);
  }

  /** Reads a random page word by word. Returns the number of negative words. */
  @Benchmark
  public int compared() {
    ByteBuffer page = pages[random.nextInt(PAGES)];
    int found = 0;
    for (int at = 0; at < PAGE; at += Long.BYTES) {
      found += page.getLong(at) < 0 ? 1 : 0;
    }
    return found;
  }

  /** Copies all words of a random page into an array. */
  @Benchmark
  public long copied() {
    pages[random.nextInt(PAGES)].asLongBuffer().get(0, words);
    return words[1];
  }
}
