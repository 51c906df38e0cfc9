package org.flashgrove.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.RandomDataOutput;
import net.openhft.chronicle.bytes.StreamingDataOutput;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.io.AbstractReferenceCounted;
import net.openhft.chronicle.core.io.ClosedIllegalStateException;
import org.assertj.core.api.SoftAssertions;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Records of tables as Chronicle Bytes, written and read, beside a map of arrays. */
class RecordBytesTest {
  private static final int CHANGES = 600;

  /** More than three overflow pages. */
  private static final int MOST_BYTES = 14_000;

  private final GeometryFactory geometries = new GeometryFactory();
  private final Map<Long, byte[]> expected = new HashMap<>();

  @TempDir private Path directory;

  @BeforeAll
  static void choose() {
    ChronicleMemoryTest.choose();
  }

  private static Table create(Path directory) {
    return Table.create(
        directory,
        TableOptions.defaults()
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withIndex("geom", "rstar"));
  }

  private static byte[] body(Random random) {
    int bound = random.nextInt(4) == 0 ? MOST_BYTES : random.nextInt(4) == 0 ? 2_500 : 100;
    byte[] body = new byte[random.nextInt(bound)];
    random.nextBytes(body);
    return body;
  }

  private Geometry point(long key) {
    return geometries.createPoint(new Coordinate(key, -key));
  }

  /** Inserts, replaces and deletes records whose bytes come as Bytes of one of three kinds. */
  private void change(Table table, Random random) {
    Map<Long, Long> rids = new HashMap<>();
    RecordBuffer buffer = new RecordBuffer();
    Bytes<ByteBuffer> onHeap = Bytes.wrapForWrite(ByteBuffer.allocate(MOST_BYTES));
    Bytes<?> elastic = Bytes.allocateElasticDirect(16);
    Bytes<?> fixed = Bytes.allocateDirect(2L * MOST_BYTES);
    try (TableBatch batch = table.begin()) {
      for (int i = 0; i < CHANGES; i++) {
        byte[] body = body(random);
        Bytes<?> bytes = i % 3 == 0 ? onHeap : i % 3 == 1 ? elastic : fixed;
        int before = bytes == fixed ? random.nextInt(MOST_BYTES) : 0;
        bytes.clear();
        bytes.writeSkip(before);
        bytes.write(body);
        bytes.readPosition(before);
        long key = random.nextInt(CHANGES / 2);
        Long rid = rids.get(key);
        if (rid == null) {
          rids.put(key, batch.insert(key, point(key), buffer.of(bytes)));
          expected.put(key, body);
        } else if (random.nextInt(4) == 0) {
          assertThat(batch.byRid().delete(rid)).isTrue();
          rids.remove(key);
          expected.remove(key);
        } else {
          assertThat(batch.byRid().update(rid, key, point(key), buffer.of(bytes))).isTrue();
          expected.put(key, body);
        }
        assertThat(bytes.readPosition()).isEqualTo(before);
        assertThat(bytes.readRemaining()).isEqualTo(body.length);
      }
      batch.commit();
    }
    elastic.releaseLast();
    fixed.releaseLast();
    onHeap.releaseLast();
  }

  private static byte[] read(Bytes<Void> bytes) {
    byte[] read = new byte[(int) bytes.readRemaining()];
    bytes.read(read);
    assertThat(bytes.readRemaining()).isZero();
    return read;
  }

  /**
   * Looks at all records of a cursor; returns their number.
   *
   * @param inPlace whether the records are outside of the heap, and shown there; those of a small
   *     sort are on the heap, and copied
   */
  private int requireShown(
      TableCursor cursor, RecordBytes attributes, RecordBytes geometry, boolean inPlace) {
    int count = 0;
    try (cursor) {
      while (cursor.next()) {
        TableRecord record = cursor.record();
        byte[] wanted = expected.get(record.key());
        ByteBuffer buffer = record.attributes();
        Bytes<Void> bytes = attributes.show(buffer);
        assertThat(buffer.isDirect()).isEqualTo(inPlace);
        if (inPlace && wanted.length > 0) {
          assertThat(bytes.addressForRead(0)).isEqualTo(Jvm.address(buffer) + buffer.position());
        }
        assertThat(bytes.readPosition()).isZero();
        assertThat(read(bytes)).isEqualTo(wanted);
        Bytes<Void> wkb = geometry.show(record.wkb());
        assertThat(wkb.readRemaining()).isEqualTo(21);
        assertThat(wkb.readDouble(5)).isEqualTo(record.key());
        assertThat(wkb.readDouble(13)).isEqualTo(-record.key());
        assertThat(record.geometry()).isEqualTo(point(record.key()));
        count++;
      }
    }
    return count;
  }

  @Test
  void recordsAreShownWhereTheyStandAndNothingOfThemIsLeft() throws InterruptedException {
    ChronicleMemoryTest.requireReleased();
    AbstractReferenceCounted.enableReferenceTracing();
    useTable(Seeds.random());
    ChronicleMemoryTest.requireReleased();
  }

  private void useTable(Random random) {
    try (Table table = create(directory);
        RecordBytes attributes = new RecordBytes();
        RecordBytes geometry = new RecordBytes()) {
      change(table, random);
      TableQuery queries = TableQuery.of(table);
      int all = expected.size();
      assertThat(requireShown(queries.cursor(), attributes, geometry, true)).isEqualTo(all);
      TableCursor sorted = queries.orderBy(RecordOrder.KEY).cursor();
      assertThat(requireShown(sorted, attributes, geometry, false)).isEqualTo(all);
      HeapRecord record = HeapRecord.direct();
      TableCursor cursor = queries.cursor();
      try (cursor;
          TableSnapshot snapshot = table.snapshot()) {
        while (cursor.next()) {
          assertThat(snapshot.get(cursor.record().rid(), record)).isTrue();
          assertThat(record.attributes().isDirect()).isTrue();
          assertThat(read(attributes.show(record.attributes())))
              .isEqualTo(expected.get(record.id()));
          TableRecord copy = cursor.record().copy();
          assertThat(read(attributes.show(copy.attributes()))).isEqualTo(expected.get(record.id()));
        }
      }
    }
  }

  @Test
  void whatABufferShowsIsReadOnlyWhateverIsCalled() throws IllegalAccessException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(256);
    byte[] before = new byte[256];
    Arrays.fill(before, (byte) 7);
    int refused = 0;
    SoftAssertions softly = new SoftAssertions();
    for (Class<?> output : new Class<?>[] {RandomDataOutput.class, StreamingDataOutput.class}) {
      for (Method method : output.getMethods()) {
        buffer.clear().put(0, before);
        RecordBytes shown = new RecordBytes(); // some methods keep a reference to what it shows
        Bytes<Void> bytes = shown.show(buffer.position(64).limit(192));
        refused += isRefused(method, bytes) ? 1 : 0;
        byte[] after = new byte[256];
        buffer.clear().get(0, after);
        softly.assertThat(after).as(method.toString()).isEqualTo(before);
      }
    }
    softly.assertAll();
    assertThat(refused).isGreaterThan(60);
  }

  /** Calls a method with some arguments; returns whether it was refused. */
  private static boolean isRefused(Method method, Bytes<Void> bytes) throws IllegalAccessException {
    String name = method.getName();
    boolean isForeign = // what takes addresses, and what ends the object
        name.startsWith("native") || name.startsWith("unsafe") || name.startsWith("release");
    if (isForeign || method.getDeclaringClass() == Object.class) {
      return false;
    }
    Object[] arguments =
        Arrays.stream(method.getParameterTypes()).map(RecordBytesTest::argument).toArray();
    try {
      method.invoke(bytes, arguments);
      return false;
    } catch (InvocationTargetException | IllegalArgumentException e) {
      return true;
    }
  }

  private static Object argument(Class<?> type) {
    if (type == long.class) {
      return 8L;
    }
    if (type == int.class) {
      return 4;
    }
    if (type == short.class) {
      return (short) 3;
    }
    if (type == byte.class) {
      return (byte) 2;
    }
    if (type == char.class) {
      return 'x';
    }
    if (type == boolean.class) {
      return true;
    }
    if (type == float.class) {
      return 1.5f;
    }
    if (type == double.class) {
      return 2.5;
    }
    if (type == byte[].class) {
      return new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
    }
    if (type == char[].class) {
      return "abcdefghijklmn".toCharArray();
    }
    if (type == ByteBuffer.class) {
      return ByteBuffer.wrap(new byte[20]);
    }
    if (type.isAssignableFrom(String.class)) {
      return "abcdefghijklmn";
    }
    if (type.isAssignableFrom(Bytes.class) || type == BytesStore.class) {
      return Bytes.from("abcdefghijklmn");
    }
    return null;
  }

  @Test
  void nothingIsAllocatedForARecord() {
    ByteBuffer page = ByteBuffer.allocateDirect(4096);
    Bytes<?> written = Bytes.allocateElasticDirect(256);
    written.write(new byte[200]);
    RecordBuffer buffer = new RecordBuffer();
    try (RecordBytes shown = new RecordBytes()) {
      assertThat(showMany(page, shown, written, buffer)).isZero();
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      showMany(page, shown, written, buffer);
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(bytes).isLessThan(100_000); // of 20,000 records
    }
    written.releaseLast();
  }

  private static long showMany(
      ByteBuffer page, RecordBytes shown, Bytes<?> written, RecordBuffer buffer) {
    long sum = 0;
    for (int i = 0; i < 10_000; i++) {
      int offset = i % 3_000;
      sum += shown.show(page.limit(offset + 100).position(offset)).readLong();
      written.readPosition(i % 100);
      sum += buffer.of(written).getLong(0);
    }
    return sum;
  }

  @Test
  void whatIsReleasedIsRefused() {
    RecordBytes shown = new RecordBytes();
    Bytes<Void> bytes = shown.show(ByteBuffer.allocateDirect(8));
    assertThat(bytes.readLong()).isZero();
    shown.close();
    assertThatThrownBy(() -> shown.show(ByteBuffer.allocateDirect(8)))
        .isInstanceOf(ClosedIllegalStateException.class);
    Bytes<?> released = Bytes.allocateDirect(8);
    released.writeLong(5);
    released.releaseLast();
    assertThatThrownBy(() -> new RecordBuffer().of(released))
        .isInstanceOf(ClosedIllegalStateException.class)
        .hasMessageContaining("pass them before you release them");
  }

  @Test
  void aBufferGivenBeforeKeepsItsMemory() {
    RecordBuffer buffer = new RecordBuffer();
    Bytes<?> one = Bytes.allocateDirect(8);
    one.writeLong(1);
    ByteBuffer first = buffer.of(one);
    Bytes<?> other = Bytes.allocateDirect(8);
    other.writeLong(2);
    assertThat(buffer.of(other)).isNotEqualTo(first);
    assertThat(first.get(0)).isEqualTo((byte) 1);
    assertThat(buffer.of(Bytes.allocateElasticDirect()).remaining()).isZero();
    one.releaseLast();
    other.releaseLast();
  }
}
