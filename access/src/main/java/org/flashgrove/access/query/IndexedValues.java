package org.flashgrove.access.query;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongConsumer;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bplus.KeyKind;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.jspecify.annotations.Nullable;

/**
 * Computes the least, the greatest and the distinct values of an attribute from its index. The keys
 * of the index must be exact values ({@link AttributeType#hasExactWords}). No records are read,
 * except records with the value zero, because the index does not store the sign of a zero. Values
 * are objects of the type's class. For one thread.
 */
public final class IndexedValues {
  private static final LongConsumer NOT_COUNTED = pages -> {};
  private static final long ZERO = KeyKind.word(0.0);

  private final TableSnapshot snapshot;
  private final AttributeIndex index;

  /**
   * Creates an object for the values at a snapshot.
   *
   * @throws IllegalArgumentException if the keys of the index are not exact values
   */
  public IndexedValues(TableSnapshot snapshot, AttributeIndex index) {
    this.snapshot = snapshot;
    this.index = index;
    if (!index.hasWords() || !index.attribute().type().hasExactWords()) {
      throw new IllegalArgumentException(
          "index "
              + index.name()
              + " on "
              + index.attribute().type()
              + " (allowed: an index with keys=words on boolean, int, long, double, date)");
    }
  }

  private boolean isReal() {
    return index.attribute().type() == AttributeType.DOUBLE;
  }

  /**
   * Returns the least value, or null if there is none. -0.0 is less than 0.0, and NaN is the
   * greatest.
   */
  public @Nullable Object least() {
    return end(Long.MIN_VALUE, Long.MAX_VALUE, true);
  }

  /** Returns the greatest value, or null if there is none. */
  public @Nullable Object greatest() {
    return end(Long.MIN_VALUE, Long.MAX_VALUE, false);
  }

  /** Returns the greatest finite value of a double attribute, or null if there is none. */
  public @Nullable Object greatestFinite() {
    return end(KeyKind.word(-Double.MAX_VALUE), KeyKind.word(Double.MAX_VALUE), false);
  }

  private @Nullable Object end(long from, long to, boolean isLeast) {
    LeafCursor pairs = index.cursor(snapshot, from, to, isLeast, NOT_COUNTED);
    if (!pairs.nextLeaf()) {
      return null;
    }
    long word = pairs.key(0);
    if (isReal() && word == ZERO) {
      Set<Object> zeros = zeros();
      return zeros.size() == 1 ? zeros.iterator().next() : Double.valueOf(isLeast ? -0.0 : 0.0);
    }
    return value(word);
  }

  /** Returns the set of all values. */
  public Set<Object> distinct() {
    Set<Object> values = new HashSet<>();
    LeafCursor pairs = index.cursor(snapshot, Long.MIN_VALUE, Long.MAX_VALUE, NOT_COUNTED);
    boolean isFirst = true;
    long last = 0;
    while (pairs.nextLeaf()) {
      for (int i = 0; i < pairs.count(); i++) {
        if (isFirst || pairs.key(i) != last) {
          isFirst = false;
          last = pairs.key(i);
          add(last, values);
        }
      }
    }
    return values;
  }

  private void add(long word, Set<Object> values) {
    if (isReal() && word == ZERO) {
      values.addAll(zeros());
    } else {
      values.add(value(word));
    }
  }

  private Set<Object> zeros() {
    String name = index.attribute().name();
    Set<Object> found = new HashSet<>();
    TableQuery query = TableQuery.of(snapshot).where(Filter.equal(name, 0.0));
    try (TableCursor records = query.cursor()) {
      while (found.size() < 2 && records.next()) {
        found.add(records.record().row().getDouble(name));
      }
    }
    return found;
  }

  private Object value(long word) {
    return switch (index.attribute().type()) {
      case BOOLEAN -> word != 0;
      case INT -> (int) word;
      case LONG -> word;
      case DOUBLE -> word == Long.MAX_VALUE ? Double.NaN : KeyKind.real(word);
      case DATE -> LocalDate.ofEpochDay(word);
      default -> throw new IllegalStateException("words that are not values");
    };
  }
}
