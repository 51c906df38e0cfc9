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
import org.flashgrove.access.record.RecordOperator;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.storage.temporary.TemporarySpace;
import org.jspecify.annotations.Nullable;

/**
 * Sorts records by an attribute with nulls last, or by keys in descending order. Records with equal
 * values are sorted by RID.
 *
 * <p>The sort compares order words, which are 64-bit numbers that sort like the values. If two
 * words are equal although their values may differ, the sort compares the values. A descending sort
 * uses the complements of the words. During the sort the key of a record is stored in front of its
 * body.
 */
public final class AttributeSort extends RecordOperator implements SortedCursor {
  /**
   * Number of bytes that the sort adds to the body of a record to store the record's key in front
   * of it.
   */
  public static final int KEY_BYTES = Long.BYTES;

  /** Attribute position that stands for the key of the record. */
  private static final int OF_KEYS = -1;

  private final SortedCursor sort;
  private ByteBuffer body = ByteBuffer.allocate(0);
  private long key;

  private AttributeSort(SortedCursor sort) {
    super(sort);
    this.sort = sort;
  }

  /**
   * Creates an external sort, which begins with the first call of {@link #next}.
   *
   * @param input records to sort; closed with the sort
   * @param order an order by an attribute, or the descending order of keys
   * @param marks sample of the order words for a partitioned sort, or null for a merge sort. For a
   *     descending order the sample contains the complements ({@link KeyMarks#reversed}). The body
   *     size of the sample must include {@link #KEY_BYTES}.
   * @throws org.flashgrove.core.spec.SpecException if there is no such attribute
   */
  public static AttributeSort of(
      RecordCursor input,
      Schema schema,
      RecordOrder order,
      @Nullable KeyMarks marks,
      SortConfig config,
      TemporarySpace space) {
    int position = position(schema, order);
    @Nullable Comparator<ByteBuffer> ties = ties(schema, position, order);
    RecordCursor words = new ByWords(input, schema, position, order.isDescending());
    return new AttributeSort(
        marks == null
            ? new ExternalSort(words, ties, config, space)
            : new PartitionedSort(words, marks, ties, config, space));
  }

  /**
   * Creates a sort on the heap.
   *
   * @param input records to sort; closed with the sort
   * @param order an order by an attribute, or the descending order of keys
   * @param most maximum number of records that the caller needs
   * @param memoryBytes memory of the sort in bytes
   * @param larger settings of the sort that is used if the records need more memory
   * @throws org.flashgrove.core.spec.SpecException if there is no such attribute
   */
  public static AttributeSort onHeap(
      RecordCursor input,
      Schema schema,
      RecordOrder order,
      long most,
      long memoryBytes,
      LargeSort larger) {
    int position = position(schema, order);
    @Nullable Comparator<ByteBuffer> ties = ties(schema, position, order);
    RecordCursor words = new ByWords(input, schema, position, order.isDescending());
    return new AttributeSort(new HeapSort(words, ties, most, memoryBytes, larger));
  }

  /**
   * Creates a sort on the heap by a 64-bit number per record. Records with equal numbers are sorted
   * by RID.
   *
   * @param word returns the number of the current record of {@code input}
   */
  public static AttributeSort onHeap(
      RecordCursor input, LongSupplier word, long most, long memoryBytes, LargeSort larger) {
    RecordCursor words = new Worded(input, word);
    return new AttributeSort(new HeapSort(words, null, most, memoryBytes, larger));
  }

  private static int position(Schema schema, RecordOrder order) {
    String attribute = order.attribute();
    return attribute == null ? OF_KEYS : schema.require(attribute);
  }

  private static @Nullable Comparator<ByteBuffer> ties(
      Schema schema, int position, RecordOrder order) {
    return isDecided(schema, position) ? null : new Ties(schema, position, order.isDescending());
  }

  /**
   * Returns whether two records with equal words always have equal values. This is so if each value
   * of the type fits in a word and the attribute is not nullable.
   */
  private static boolean isDecided(Schema schema, int position) {
    if (position == OF_KEYS) {
      return true;
    }
    Attribute attribute = schema.attributes().get(position);
    return attribute.type().hasExactWords() && !attribute.isNullable();
  }

  /** Compares the attribute values in two bodies. Each body begins with the key of its record. */
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

  /**
   * Cursor that reports the sort word of a record as its key. It puts the record's own key in front
   * of the body, so that the key is not lost.
   */
  private static class Worded extends RecordOperator {
    private final LongSupplier word;
    private ByteBuffer composed = buffer(512);

    Worded(RecordCursor input, LongSupplier word) {
      super(input);
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
    public long key() {
      return word.getAsLong();
    }

    @Override
    public ByteBuffer record() {
      return composed.position(0);
    }
  }

  /**
   * Cursor whose sort word is the order word of an attribute, or the complement of the record's
   * key.
   */
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
  public long key() {
    return key;
  }

  /** Returns the word that the current record is sorted by. */
  public long word() {
    return sort.key();
  }

  @Override
  public ByteBuffer record() {
    return body;
  }

  @Override
  public SortStats sortFigures() {
    return sort.sortFigures();
  }
}
