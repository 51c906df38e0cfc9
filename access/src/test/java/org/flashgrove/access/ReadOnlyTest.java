package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.StoreLockedException;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.file.ForwardingDirectory;
import org.flashgrove.storage.file.ForwardingFile;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests stores that are open for reading only. Several readers may open a store at the same time,
 * but not while a writer has it open. Reading must not change the store.
 */
class ReadOnlyTest {
  private static final int PAGE = 512;

  @TempDir private Path directory;

  /** Directory in which every change fails. */
  private static final class Unwritable extends ForwardingDirectory {
    Unwritable(StoreDirectory directory) {
      super(directory);
    }

    private static StoreIoException refused() {
      return new StoreIoException("read-only file system");
    }

    @Override
    public RawFile create(String file, RawFile.Caching caching) {
      throw refused();
    }

    @Override
    protected RawFile wrap(RawFile file) {
      return new ForwardingFile(file) {
        @Override
        public void write(long offset, ByteBuffer from, int at, int length) {
          throw refused();
        }

        @Override
        public void resize(long sizeBytes) {
          throw refused();
        }

        @Override
        public void reserve(long sizeBytes) {
          throw refused();
        }

        @Override
        public void sync() {
          throw refused();
        }
      };
    }

    @Override
    public void rename(String from, String to) {
      throw refused();
    }

    @Override
    public void delete(String file) {
      throw refused();
    }

    @Override
    public void sync() {
      throw refused();
    }
  }

  /** A killed process has left a log to replay, whose changes do not all fit in the buffer. */
  @ParameterizedTest
  @CsvSource({
    "none:frames=8, buffered",
    "efind:buffer=16K, buffered",
    "none:frames=8, buffered:placement=home",
    "efind:buffer=16K, buffered:placement=home"
  })
  void theLogIsReplayedAndNothingIsWritten(String flash, String device) {
    Model model = new Model(Seeds.random());
    CrashDisk disk = new CrashDisk();
    SpatialStore writer =
        SpatialStore.create(
            disk,
            StoreOptions.defaults()
                .withIndex("rstar")
                .withFlash(flash)
                .withDevice(device)
                .withPageSize(PAGE)
                .withSync(SyncMode.OP));
    model.insert(writer, 1_500);
    model.delete(writer, 700);
    CrashDisk left = disk.killed();
    long hash = left.everything().hash();
    try (SpatialStore store = SpatialStore.openReadOnly(new Unwritable(left))) {
      assertThat(store.isReadOnly()).isTrue();
      assertThat(store.recovery().operations()).isPositive();
      model.requireSame(store);
      requireRefusesChanges(store);
      model.requireSame(store);
    }
    assertThat(left.everything().hash()).isEqualTo(hash);
    try (SpatialStore store = SpatialStore.open(left)) {
      model.requireSame(store);
    }
  }

  private static void requireRefusesChanges(SpatialStore store) {
    String refused = "for reading only";
    assertThatThrownBy(() -> store.insert(1, 0, 0, 1, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(refused);
    assertThatThrownBy(() -> Internals.tree(store.index()).insert(1, 0, 0, 1, 1))
        .hasMessageContaining(refused);
    assertThatThrownBy(() -> store.delete(1, 0, 0, 1, 1)).hasMessageContaining(refused);
    assertThatThrownBy(store::begin).hasMessageContaining(refused);
    assertThatThrownBy(store::flush).hasMessageContaining(refused);
    assertThatThrownBy(store::compact).hasMessageContaining(refused);
  }

  /**
   * Afterwards the store has the same files with the same bytes. This includes a log that ends in a
   * torn frame.
   */
  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "rstar | direct",
        "rstar | buffered",
        "rstar | buffered:placement=home",
        "grove:merges=worker | direct",
        "lsm:merges=worker | buffered"
      })
  void filesStayAsTheyAre(String index, String device) throws IOException {
    Model model = new Model(Seeds.random());
    Path where = directory.resolve("store");
    StoreOptions options =
        StoreOptions.defaults().withIndex(index).withDevice(device).withPageSize(4096);
    try (SpatialStore store = SpatialStore.create(where, options)) {
      model.insert(store, 3_000);
    }
    byte[] torn = new byte[100];
    torn[99] = 1;
    Files.write(where.resolve("store.log"), torn, StandardOpenOption.APPEND);
    TreeMap<String, List<Object>> before = files(where);
    try (SpatialStore store = SpatialStore.openReadOnly(where);
        SpatialStore beside = SpatialStore.openReadOnly(where)) {
      assertThat(store.recovery().tornBytes()).isEqualTo(100);
      model.requireSame(store);
      model.requireSame(beside);
      store.backup(directory.resolve("copy"), Backup.Progress.NONE);
    }
    assertThat(files(where)).isEqualTo(before);
    try (SpatialStore copy = SpatialStore.open(directory.resolve("copy"))) {
      model.requireSame(copy);
    }
  }

  private static TreeMap<String, List<Object>> files(Path where) throws IOException {
    TreeMap<String, List<Object>> files = new TreeMap<>();
    try (Stream<Path> paths = Files.list(where)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        files.put(
            path.getFileName().toString(),
            List.of(
                Files.getLastModifiedTime(path),
                ByteBuffer.wrap(Files.readAllBytes(path)).hashCode(),
                Files.size(path)));
      }
    }
    return files;
  }

  /**
   * If pages are written in place, or commits are not in the log, nobody can read while a writer
   * has the store open.
   */
  @KindTest
  @KindSource(
      delimiter = "|",
      value = {"none | buffered:placement=home", "rftl:buffer=16K | buffered"})
  void readersAndAWriterExcludeEachOther(String flash, String device) {
    Path where = directory.resolve("store");
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash(flash)
            .withDevice(device)
            .withPageSize(1024)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore writer = SpatialStore.create(where, options)) {
      writer.insert(1, 0, 0, 1, 1);
      assertThatThrownBy(() -> SpatialStore.openReadOnly(where))
          .isInstanceOf(StoreLockedException.class)
          .hasMessageContaining("open elsewhere")
          .hasMessageContaining("placement=free and a buffer that logs commits, can be read");
    }
    try (SpatialStore one = SpatialStore.openReadOnly(where)) {
      try (SpatialStore other = SpatialStore.openReadOnly(where)) {
        assertThat(other.size()).isEqualTo(1);
      }
      assertThat(one.size()).isEqualTo(1);
      assertThatThrownBy(() -> SpatialStore.open(where))
          .isInstanceOf(StoreLockedException.class)
          .hasMessageContaining("open elsewhere; close it there, or open it for reading only");
    }
    try (SpatialStore writer = SpatialStore.open(where)) {
      writer.insert(2, 0, 0, 1, 1);
      assertThat(writer.size()).isEqualTo(2);
    }
  }

  @Test
  void aSimulatedDeviceIsReadAndForgotten() throws IOException {
    Model model = new Model(Seeds.random());
    Path where = directory.resolve("store");
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash("efind:buffer=64K")
            .withDevice("nand:chip=thesis,size=16M")
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(where, options)) {
      model.insert(store, 2_000);
    }
    TreeMap<String, List<Object>> before = files(where);
    try (SpatialStore store = SpatialStore.openReadOnly(where);
        SpatialStore beside = SpatialStore.openReadOnly(where)) {
      model.requireSame(store);
      model.requireSame(beside);
      requireRefusesChanges(store);
    }
    assertThat(files(where)).isEqualTo(before);
  }

  /** A process that has a store open for reading until it is asked to end. */
  static final class Reader {
    private Reader() {}

    /** Opens the store in the named directory, prints its size, and waits for a line of input. */
    public static void main(String[] args) throws IOException {
      boolean writes = args.length > 1;
      try (SpatialStore store =
          writes
              ? SpatialStore.open(Path.of(args[0]))
              : SpatialStore.openReadOnly(Path.of(args[0]))) {
        System.out.println("entries " + Model.read(store).size());
        System.in.read();
      } catch (StoreLockedException e) {
        System.out.println("locked");
      }
    }
  }

  /**
   * Two other processes and this one read at the same time. A process that wants to write is
   * refused.
   */
  @Test
  void severalProcessesRead() throws Exception {
    Path where = directory.resolve("store");
    Model model = new Model(Seeds.random());
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("efind")
            .withDevice("buffered:placement=home")
            .withSync(SyncMode.OP);
    try (SpatialStore store = SpatialStore.create(where, options)) {
      model.insert(store, 500);
      assertThat(answer(process(where.toString()))).isEqualTo("locked");
    }
    List<Process> readers = new ArrayList<>();
    try (SpatialStore store = SpatialStore.openReadOnly(where)) {
      for (int i = 0; i < 2; i++) {
        readers.add(process(where.toString()));
      }
      for (Process reader : readers) {
        assertThat(answer(reader)).isEqualTo("entries 500");
      }
      assertThat(answer(process(where.toString(), "writes"))).isEqualTo("locked");
      model.requireSame(store);
    }
    assertThatThrownBy(() -> SpatialStore.open(where)).isInstanceOf(StoreLockedException.class);
    for (Process reader : readers) {
      reader.getOutputStream().write('\n');
      reader.getOutputStream().close();
      assertThat(reader.waitFor()).isZero();
    }
    try (SpatialStore store = SpatialStore.open(where)) {
      model.requireSame(store);
    }
  }

  private static Process process(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Reader.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String answer(Process process) throws IOException {
    InputStream out = process.getInputStream();
    return new BufferedReader(new InputStreamReader(out, StandardCharsets.UTF_8)).readLine();
  }
}
