package org.flashgrove.unitspace.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of files in units while the device syncs. */
class ReadsDuringSyncTest {
  private static final int BYTES = 4096;

  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean blocks;

  /** Returns a directory whose file syncs wait for {@link #end} if {@link #blocks} is set. */
  private StoreDirectory slow() {
    MemoryDirectory memory = new MemoryDirectory();
    return proxy(StoreDirectory.class, memory);
  }

  private <T> T proxy(Class<T> type, Object of) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (of instanceof RawFile && method.getName().equals("sync") && blocks) {
                started.countDown();
                end.await();
              }
              try {
                Object result = method.invoke(of, arguments);
                return result instanceof RawFile ? proxy(RawFile.class, result) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  @AfterEach
  void stop() {
    end.countDown();
    threads.shutdown();
  }

  private static ByteBuffer bytes(int value) {
    return AlignedBuffers.allocate(BYTES).putLong(0, value);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReadEndsWhileASyncRuns(boolean catalogChanges) throws Exception {
    UnitDirectory directory = TestUnits.format(slow());
    RawFile file = directory.create("file", RawFile.Caching.DIRECT);
    file.write(0, bytes(1), 0, BYTES);
    if (!catalogChanges) {
      file.sync();
      file.write(0, bytes(1), 0, BYTES);
    }
    blocks = true;
    Future<?> sync = threads.submit(file::sync);
    started.await();
    Future<Long> read =
        threads.submit(
            () -> {
              ByteBuffer into = bytes(0);
              file.read(0, into, 0, BYTES);
              return into.getLong(0);
            });
    assertThat(read.get(1, TimeUnit.MINUTES)).isEqualTo(1);
    Future<?> write = threads.submit(() -> file.write(0, bytes(2), 0, BYTES));
    assertThat(sync.isDone()).isFalse();
    end.countDown();
    sync.get();
    write.get();
    ByteBuffer into = bytes(0);
    file.read(0, into, 0, BYTES);
    assertThat(into.getLong(0)).isEqualTo(2);
    directory.close();
  }
}
