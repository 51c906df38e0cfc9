package org.flashgrove.access.filter;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the attributes of a record: comparisons, combined by {@link #and}, {@link #or} and
 * {@link #not}. As in SQL, a comparison with null is neither true nor false, and the negation of
 * such a comparison is neither true nor false. A record matches if the condition is true.
 *
 * <pre>{@code
 * Filter tall = Filter.atLeast("height", 20).and(Filter.like("owner", "A%"));
 * Filter same = Filter.parse("height >= 20 and owner like 'A%'");
 * }</pre>
 *
 * <p>A value is an object of the attribute's class or its text ({@link ValueText}). Numeric
 * attributes accept any {@code Number}: whole numbers and decimals are compared by exact value,
 * doubles by the nearest double.
 *
 * <p>Conditions may be nested up to {@value #MOST_LEVELS} levels. If {@code a} is a conjunction,
 * {@code a.and(b)} adds no level, and likewise {@code or} for a disjunction.
 */
public abstract sealed class Filter
    permits Comparison,
        AttributeComparison,
        Filter.Membership,
        Filter.Likeness,
        Filter.Absence,
        Filter.Opposite,
        FilterGroup {
  /** Largest nesting depth. */
  public static final int MOST_LEVELS = 1_000;

  private final int levels;

  /**
   * Creates a condition.
   *
   * @param levels nesting depth, including this condition
   * @throws SpecException for more than {@link #MOST_LEVELS}
   */
  Filter(int levels) {
    this.levels = levels;
    if (levels > MOST_LEVELS) {
      throw new SpecException(
          "filter: conditions nested too deep (allowed: at most " + MOST_LEVELS + " levels)");
    }
  }

  /** Returns a condition that holds if an attribute equals a value. */
  public static Filter equal(String attribute, Object value) {
    return new Comparison(attribute, Operator.EQUAL, value);
  }

  /** Returns a condition that holds if an attribute is not null and does not equal a value. */
  public static Filter notEqual(String attribute, Object value) {
    return new Comparison(attribute, Operator.NOT_EQUAL, value);
  }

  /** Returns a condition that holds if an attribute is less than a value. */
  public static Filter less(String attribute, Object value) {
    return new Comparison(attribute, Operator.LESS, value);
  }

  /** Returns a condition that holds if an attribute is at most a value. */
  public static Filter atMost(String attribute, Object value) {
    return new Comparison(attribute, Operator.AT_MOST, value);
  }

  /** Returns a condition that holds if an attribute is greater than a value. */
  public static Filter greater(String attribute, Object value) {
    return new Comparison(attribute, Operator.GREATER, value);
  }

  /** Returns a condition that holds if an attribute is at least a value. */
  public static Filter atLeast(String attribute, Object value) {
    return new Comparison(attribute, Operator.AT_LEAST, value);
  }

  /**
   * Returns a condition that compares two attributes of the same record. Their values are ordered
   * as {@link AttributeType} says. If one is null, the condition is neither true nor false. Both
   * must have the same type, or be an int and a long; {@link #bind} refuses any other pair, such as
   * int and double.
   *
   * @param operator one of {@code = <> < <= > >=}
   */
  public static Filter compare(String attribute, String operator, String other) {
    return new AttributeComparison(attribute, Operator.of(operator), other);
  }

  /** Returns a condition that holds if an attribute equals one of the given values. */
  public static Filter in(String attribute, Collection<?> values) {
    return new Membership(attribute, requireNonNull(values, "values"));
  }

  /**
   * Returns a condition that holds if text matches a pattern, in which {@code %} stands for any
   * characters and {@code _} for one. A backslash and a character together stand for that
   * character. Case matters.
   */
  public static Filter like(String attribute, String pattern) {
    return new Likeness(attribute, pattern);
  }

  /**
   * Returns a condition that holds if an attribute is null. Unlike a comparison, this condition is
   * always true or false.
   */
  public static Filter isNull(String attribute) {
    return new Absence(attribute);
  }

  /**
   * Parses a filter in the syntax of the command line. A name to the right of an operator is an
   * attribute, as in {@code built < sold}; see {@link #compare}. A text needs single quotes.
   *
   * @throws org.flashgrove.core.spec.SpecException if the text is invalid; the message names the
   *     position of the error and the allowed syntax
   */
  public static Filter parse(String text) {
    return parse(text, new Object[0]);
  }

  /**
   * Parses a filter with parameters: each {@code ?} stands for the next value, so that values need
   * no quotation marks.
   *
   * @throws org.flashgrove.core.spec.SpecException if the text is invalid, or the number of values
   *     differs from the number of question marks
   */
  public static Filter parse(String text, Object... values) {
    return new FilterParser(text, values).parse();
  }

  /**
   * Returns the conjunction of this condition and another one.
   *
   * @throws org.flashgrove.core.spec.SpecException for more than {@link #MOST_LEVELS} levels
   */
  public final Filter and(Filter other) {
    return new FilterGroup(true, List.of(this, requireNonNull(other, "other")));
  }

  /**
   * Returns the disjunction of this condition and another one.
   *
   * @throws org.flashgrove.core.spec.SpecException for more than {@link #MOST_LEVELS} levels
   */
  public final Filter or(Filter other) {
    return new FilterGroup(false, List.of(this, requireNonNull(other, "other")));
  }

  /**
   * Returns the negation of this condition.
   *
   * @throws org.flashgrove.core.spec.SpecException for more than {@link #MOST_LEVELS} levels
   */
  public final Filter not() {
    return new Opposite(this);
  }

  /** Returns the names of the attributes that the filter uses. */
  public final Set<String> attributes() {
    Set<String> names = new TreeSet<>();
    collect(names);
    return names;
  }

  /**
   * Prepares the filter for records with a schema.
   *
   * @throws org.flashgrove.core.spec.SpecException if an attribute does not exist, or a value does
   *     not have its type
   */
  public final RowFilter bind(Schema schema) {
    return new RowFilter(bound(requireNonNull(schema, "schema")));
  }

  /**
   * Returns the possible order words of an attribute in matching records. The order word of a value
   * is eight bytes that sort like the value.
   *
   * @return null if records with a null attribute may match
   * @throws org.flashgrove.core.spec.SpecException as {@link #bind} does
   */
  public final @Nullable WordRanges ranges(Schema schema, String attribute) {
    requireNonNull(schema, "schema").require(requireNonNull(attribute, "attribute"));
    return rangesOf(schema, attribute, RangeForm.WORDS);
  }

  /**
   * Returns the possible keys of an attribute in matching records. They are keys of an index that
   * stores complete values and not only eight-byte order words. Returns null and throws exceptions
   * as {@link #ranges} does.
   */
  public final @Nullable KeyRanges keyRanges(Schema schema, String attribute) {
    requireNonNull(schema, "schema").require(requireNonNull(attribute, "attribute"));
    return rangesOf(schema, attribute, RangeForm.KEYS);
  }

  /** Returns the condition in the syntax of {@link #parse}. */
  @Override
  public final String toString() {
    StringBuilder text = new StringBuilder();
    print(text);
    return text.toString();
  }

  /** Appends the condition in the syntax of {@link #parse}. */
  abstract void print(StringBuilder text);

  abstract void collect(Set<String> names);

  abstract Truth bound(Schema schema);

  /**
   * Returns the possible values of an attribute in matching records, as ranges in the given form.
   * Returns null and throws exceptions as {@link #ranges} does.
   */
  <R> @Nullable R rangesOf(Schema schema, String attribute, RangeForm<R> form) {
    return null;
  }

  /**
   * Returns whether the filter is equivalent to {@link #ranges}: a record matches if and only if
   * the order word of each attribute in the filter is in the ranges of this attribute. Returns
   * false if the filter uses an attribute that is not in {@code names}.
   *
   * @throws org.flashgrove.core.spec.SpecException as {@link #bind} does
   */
  public final boolean isDecidedByRanges(Schema schema, Set<String> names) {
    return isDecidedByWords(requireNonNull(schema, "schema"), requireNonNull(names, "names"));
  }

  boolean isDecidedByWords(Schema schema, Set<String> names) {
    return false;
  }

  static boolean isExact(Schema schema, String attribute, Set<String> names) {
    return names.contains(attribute) && schema.attribute(attribute).type().hasExactWords();
  }

  final int levels() {
    return levels;
  }

  static String quoted(String attribute) {
    boolean isWord =
        attribute.matches("[A-Za-z_][A-Za-z0-9_]*") && !FilterParser.isKeyword(attribute);
    return isWord ? attribute : '"' + attribute.replace("\"", "\"\"") + '"';
  }

  static final class Membership extends Filter {
    private final String attribute;
    private final List<Object> values = new ArrayList<>();

    Membership(String attribute, Collection<?> given) {
      super(1);
      this.attribute = requireNonNull(attribute, "attribute");
      given.forEach(value -> values.add(Constant.copy(attribute, value)));
    }

    @Override
    void collect(Set<String> names) {
      names.add(attribute);
    }

    @Override
    Truth bound(Schema schema) {
      int position = schema.require(attribute);
      ConstantSet constants = ConstantSet.of(schema, attribute, values);
      return row ->
          row.isNull(position) ? Truth.UNKNOWN : Truth.of(constants.contains(row, position));
    }

    @Override
    <R> @Nullable R rangesOf(Schema schema, String of, RangeForm<R> form) {
      if (!of.equals(attribute)) {
        return null;
      }
      return form.ofPoints(
          values.stream().map(value -> Constant.of(schema, attribute, value)).toList());
    }

    @Override
    boolean isDecidedByWords(Schema schema, Set<String> names) {
      return isExact(schema, attribute, names);
    }

    @Override
    void print(StringBuilder text) {
      text.append(
          quoted(attribute)
              + " in ("
              + values.stream().map(Constant::text).collect(Collectors.joining(", "))
              + ")");
    }
  }

  static final class Likeness extends Filter {
    private final String attribute;
    private final String pattern;

    Likeness(String attribute, String pattern) {
      super(1);
      this.attribute = attribute;
      this.pattern = (String) Constant.copy(attribute, pattern);
    }

    @Override
    void collect(Set<String> names) {
      names.add(attribute);
    }

    @Override
    Truth bound(Schema schema) {
      LikePattern like = LikePattern.of(schema, attribute, pattern);
      int position = schema.require(attribute);
      return row -> row.isNull(position) ? Truth.UNKNOWN : Truth.of(like.matches(row, position));
    }

    @Override
    <R> @Nullable R rangesOf(Schema schema, String of, RangeForm<R> form) {
      return of.equals(attribute)
          ? form.beginningWith(LikePattern.of(schema, attribute, pattern).beginning())
          : null;
    }

    @Override
    void print(StringBuilder text) {
      text.append(quoted(attribute) + " like " + Constant.text(pattern));
    }
  }

  static final class Absence extends Filter {
    private final String attribute;

    Absence(String attribute) {
      super(1);
      this.attribute = requireNonNull(attribute, "attribute");
    }

    @Override
    void collect(Set<String> names) {
      names.add(attribute);
    }

    @Override
    Truth bound(Schema schema) {
      int position = schema.require(attribute);
      return row -> Truth.of(row.isNull(position));
    }

    @Override
    void print(StringBuilder text) {
      text.append(quoted(attribute) + " is null");
    }
  }

  static final class Opposite extends Filter {
    private final Filter of;

    Opposite(Filter of) {
      super(of.levels + 1);
      this.of = of;
    }

    @Override
    void collect(Set<String> names) {
      of.collect(names);
    }

    @Override
    Truth bound(Schema schema) {
      Truth truth = of.bound(schema);
      return row -> Truth.TRUE - truth.of(row);
    }

    @Override
    <R> @Nullable R rangesOf(Schema schema, String attribute, RangeForm<R> form) {
      boolean isPresence = of instanceof Absence absence && absence.attribute.equals(attribute);
      return isPresence ? form.all() : null;
    }

    @Override
    boolean isDecidedByWords(Schema schema, Set<String> names) {
      return of instanceof Absence absence && names.contains(absence.attribute);
    }

    @Override
    void print(StringBuilder text) {
      text.append("not (");
      of.print(text);
      text.append(')');
    }
  }
}
