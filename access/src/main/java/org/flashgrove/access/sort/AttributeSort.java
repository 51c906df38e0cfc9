package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.function.LongSupplier;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueOrder;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.record.ScanStats;
import org.jspecify.annotations.Nullable;

/**
 * Sort of records by an attribute, with nulls last, or by descending keys; records of equal values
 * are ordered by RID. The sort compares order words and, where equal words do not imply equal
 * values, the values. A descending order uses the complements of the words. A sorted record has its
 * key before its body.
 */
public final class AttributeSort implements SortedCursor {
  /** Bytes that a body is longer by in the sort. */
  public static final int KEY_BYTES = Long.BYTES;

  /** In place of an attribute. */
  private static final int OF_KEYS = -1;

  private final SortedCursor sort;
  private ByteBuffer body = ByteBuffer.allocate(0);
  private long key;

  private AttributeSort(SortedCursor sort) {
    this.sort = sort;
  }

  /**
   * A partitioned sort that has not begun.
   *
   * @param input what is sorted; closed with the sort
   * @param order by an attribute, or descending by keys
   * @param marks order words, such as those of an index, or with a descending order their
   *     complements ({@link KeyMarks#reversed}), with bodies longer by {@link #KEY_BYTES}; null for
   *     an external merge sort
   * @throws org.flashgrove.core.spec.SpecException if there is no such attribute
   */
  public static AttributeSort of(
      RecordCursor input,
      Schema schema,
      RecordOrder order,
      @Nullable KeyMarks marks,
      SortConfig config,
      TemporarySpace space) {
    String attribute = order.attribute();
    int position = attribute == null ? OF_KEYS : schema.require(attribute);
    @Nullable Comparator<ByteBuffer> ties =
        isDecided(schema, position) ? null : new Ties(schema, position, order.isDescending());
    RecordCursor words = new ByWords(input, schema, position, order.isDescending());
    return new AttributeSort(
        marks == null
            ? new ExternalSort(words, ties, config, space)
            : new PartitionedSort(words, marks, ties, config, space));
  }

  /**
   * A sort on the heap of the first records of an order, or of all.
   *
   * @param input what is sorted; closed with the sort
   * @param order by an attribute, or descending by keys
   * @param most most records that are asked for
   * @param memoryBytes memory of the sort before {@code larger} takes over
   * @throws org.flashgrove.core.spec.SpecException if there is no such attribute
   */
  public static AttributeSort onHeap(
      RecordCursor input,
      Schema schema,
      RecordOrder order,
      long most,
      long memoryBytes,
      LargeSort larger) {
    String attribute = order.attribute();
    int position = attribute == null ? OF_KEYS : schema.require(attribute);
    @Nullable Comparator<ByteBuffer> ties =
        isDecided(schema, position) ? null : new Ties(schema, position, order.isDescending());
    RecordCursor words = new ByWords(input, schema, position, order.isDescending());
    return new AttributeSort(new HeapSort(words, ties, most, memoryBytes, larger));
  }

  /**
   * A sort on the heap by a word of each record, those of equal words by their RIDs.
   *
   * @param word word of the record that the input stands on
   */
  public static AttributeSort onHeap(
      RecordCursor input, LongSupplier word, long most, long memoryBytes, LargeSort larger) {
    RecordCursor words = new Worded(input, word);
    return new AttributeSort(new HeapSort(words, null, most, memoryBytes, larger));
  }

  /**
   * Returns whether equal words imply equal values. This needs a type whose values fit in a word,
   * and an attribute without nulls.
   */
  private static boolean isDecided(Schema schema, int position) {
    if (position == OF_KEYS) {
      return true;
    }
    Attribute attribute = schema.attributes().get(position);
    return attribute.type().hasExactWords() && !attribute.isNullable();
  }

  /** Values of bodies with keys before them. */
  private static final class Ties implements Comparator<ByteBuffer> {
    private final Row one;
    private final Row other;
    private final int attribute;
    private final boolean isDescending;

    Ties(Schema schema, int attribute, boolean isDescending) {
      one = new Row(schema);
      other = new Row(schema);
      this.attribute = attribute;
      this.isDescending = isDescending;
    }

    @Override
    public int compare(ByteBuffer first, ByteBuffer second) {
      show(one, first);
      show(other, second);
      boolean isReversed = isDescending && !one.isNull(attribute) && !other.isNull(attribute);
      return isReversed
          ? ValueOrder.compare(other, one, attribute)
          : ValueOrder.compare(one, other, attribute);
    }

    private static void show(Row row, ByteBuffer body) {
      int at = body.position();
      row.showBody(body.position(at + KEY_BYTES));
      body.position(at);
    }
  }

  /** Records whose keys are words, and whose own keys stand before their bodies. */
  private static class Worded implements RecordCursor {
    final RecordCursor input;
    private final LongSupplier word;
    private ByteBuffer composed = buffer(512);

    Worded(RecordCursor input, LongSupplier word) {
      this.input = input;
      this.word = word;
    }

    private static ByteBuffer buffer(int bytes) {
      return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public boolean next() {
      if (!input.next()) {
        return false;
      }
      ByteBuffer record = input.record();
      int bytes = record.remaining();
      if (KEY_BYTES + bytes > composed.capacity()) {
        composed = buffer(2 * (KEY_BYTES + bytes));
      }
      composed.clear().limit(KEY_BYTES + bytes);
      composed.putLong(0, input.key()).put(KEY_BYTES, record, record.position(), bytes);
      return true;
    }

    @Override
    public long rid() {
      return input.rid();
    }

    @Override
    public long key() {
      return word.getAsLong();
    }

    @Override
    public ByteBuffer record() {
      return composed.position(0);
    }

    @Override
    public ScanStats figures() {
      return input.figures();
    }

    @Override
    public void close() {
      input.close();
    }
  }

  /** Records whose words are those of an attribute, or complements of keys. */
  private static final class ByWords extends Worded {
    private final Row row;
    private final int attribute;
    private final boolean isDescending;

    ByWords(RecordCursor input, Schema schema, int attribute, boolean isDescending) {
      super(input, () -> ~input.key());
      row = new Row(schema);
      this.attribute = attribute;
      this.isDescending = isDescending;
    }

    @Override
    public boolean next() {
      boolean found = super.next();
      if (found) {
        row.showBody(record().position(KEY_BYTES));
      }
      return found;
    }

    @Override
    public long key() {
      if (attribute == OF_KEYS) {
        return super.key();
      }
      if (row.isNull(attribute)) {
        return Long.MAX_VALUE;
      }
      return isDescending ? ~row.orderWord(attribute) : row.orderWord(attribute);
    }
  }

  @Override
  public boolean next() {
    if (!sort.next()) {
      return false;
    }
    body = sort.record().order(ByteOrder.LITTLE_ENDIAN);
    key = body.getLong(body.position());
    body.position(body.position() + KEY_BYTES);
    return true;
  }

  @Override
  public long rid() {
    return sort.rid();
  }

  @Override
  public long key() {
    return key;
  }

  /** Returns the word that the record is sorted by. */
  public long word() {
    return sort.key();
  }

  @Override
  public ByteBuffer record() {
    return body;
  }

  @Override
  public ScanStats figures() {
    return sort.figures();
  }

  @Override
  public SortStats sortFigures() {
    return sort.sortFigures();
  }

  @Override
  public void close() {
    sort.close();
  }
}
