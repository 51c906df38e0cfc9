package org.flashgrove.geotools;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.table.AttributeIndex;
import org.geotools.api.data.Query;
import org.geotools.api.filter.expression.PropertyName;
import org.geotools.api.filter.sort.SortBy;
import org.geotools.api.filter.sort.SortOrder;

/**
 * Steps by which a table evaluates a GeoTools query. If the table supports the requested order
 * exactly, the features come in that order. This is possible for one attribute with an exact index,
 * and for ids with the form {@code TYPE.KEY} if the query reads few features. GeoTools sorts nulls
 * first and -0.0 before 0.0. A table treats the two zeros as equal, so each of them needs a step of
 * its own.
 *
 * @param split filter of the query, divided between the table and GeoTools
 * @param steps steps in order; no feature is in the results of two steps
 * @param order says who sorts the features, and how
 * @param likely number of features after which the reader will probably stop, used for the choice
 *     of an index
 */
record QueryPlan(SplitFilter split, List<Step> steps, Order order, long likely) {
  /** Says who sorts the features, and how. */
  enum Order {
    /** No order was requested. */
    ANY,
    /** The table returns the features in the order of an attribute. */
    ATTRIBUTE,
    /** The table returns the features in the order of their ids, compared as texts. */
    ID,
    /** GeoTools sorts the features. */
    GEOTOOLS
  }

  /** Selects records by the sign of an attribute value that is zero. */
  enum Zeros {
    BOTH,
    NEGATIVE,
    POSITIVE
  }

  /**
   * One query of the table.
   *
   * @param query conditions of the query
   * @param order order of the results, or null for none
   * @param attribute attribute by which features are sorted, or null for none
   * @param zeros sign of the zeros to return, if the step is for only -0.0 or only 0.0 of the
   *     attribute; otherwise {@link Zeros#BOTH}
   * @param isOfNulls whether the step returns records without a value of the attribute
   */
  record Step(
      Conditions query, RecordOrder order, String attribute, Zeros zeros, boolean isOfNulls) {
    Step(Conditions query) {
      this(query, null, null, Zeros.BOTH, false);
    }

    /**
     * Returns {@code all} with the conditions and the order of this step.
     *
     * @param all query without conditions
     */
    TableQuery on(TableQuery all) {
      TableQuery found = query.on(all);
      return order == null ? found : found.orderBy(order);
    }
  }

  static QueryPlan of(FeatureTable table, Query query) {
    SplitFilter split = SplitFilter.of(filterOf(query), table);
    SortBy[] sort = query.getSortBy();
    long offset = query.getStartIndex() == null ? 0 : query.getStartIndex();
    long likely =
        query.getMaxFeatures() == Query.DEFAULT_MAX
            ? Long.MAX_VALUE
            : offset + query.getMaxFeatures();
    List<Step> plain = new ArrayList<>();
    split.queries().forEach(each -> plain.add(new Step(each)));
    if (sort == null || sort.length == 0) {
      return new QueryPlan(split, plain, Order.ANY, likely);
    }
    boolean isSingle = sort.length == 1 && split.queries().size() == 1;
    if (isSingle && isOfIds(table, split, sort[0], query)) {
      return new QueryPlan(split, plain, Order.ID, likely);
    }
    AttributeIndex index = isSingle ? indexOf(table, sort[0].getPropertyName()) : null;
    return index == null
        ? new QueryPlan(split, plain, Order.GEOTOOLS, likely)
        : new QueryPlan(
            split, steps(split.queries().get(0), index, sort[0]), Order.ATTRIBUTE, likely);
  }

  static org.geotools.api.filter.Filter filterOf(Query query) {
    return query.getFilter() == null ? org.geotools.api.filter.Filter.INCLUDE : query.getFilter();
  }

  /**
   * Returns whether the table can return the features in the order of their ids. The query must
   * have no filter, and a limit of at most the number of the table's pages. Each id must have the
   * form {@code TYPE.KEY}.
   */
  private static boolean isOfIds(FeatureTable table, SplitFilter split, SortBy by, Query query) {
    return by.getPropertyName() == null
        && by.getSortOrder() == SortOrder.ASCENDING
        && split.isExact()
        && split.queries().get(0).equals(Conditions.NONE)
        && query.getMaxFeatures() <= table.table().pageCount()
        && !table.hasProvidedIds();
  }

  private static AttributeIndex indexOf(FeatureTable table, PropertyName name) {
    int attribute = name == null ? -1 : table.type().indexOf(name.getPropertyName());
    return attribute < 0 || attribute == table.geometry() ? null : table.exactIndex(attribute);
  }

  private static List<Step> steps(Conditions query, AttributeIndex index, SortBy by) {
    String name = index.attribute().name();
    RecordOrder up = RecordOrder.by(name);
    boolean isDescending = by.getSortOrder() == SortOrder.DESCENDING;
    RecordOrder order = isDescending ? up.descending() : up;
    List<Step> steps = new ArrayList<>();
    if (index.attribute().isNullable()) {
      steps.add(new Step(query.and(Filter.isNull(name)), null, name, Zeros.BOTH, true));
    }
    if (index.attribute().type() == AttributeType.DOUBLE) {
      Conditions zero = query.and(Filter.equal(name, 0.0));
      steps.add(new Step(query.and(Filter.less(name, 0.0)), order, name, Zeros.BOTH, false));
      steps.add(new Step(zero, null, name, Zeros.NEGATIVE, false));
      steps.add(new Step(zero, null, name, Zeros.POSITIVE, false));
      steps.add(new Step(query.and(Filter.greater(name, 0.0)), order, name, Zeros.BOTH, false));
    } else {
      Conditions present = query.and(Filter.isNull(name).not());
      steps.add(new Step(present, order, name, Zeros.BOTH, false));
    }
    if (isDescending) {
      Collections.reverse(steps);
    }
    return steps;
  }

  /**
   * Returns whether the table returns the features in the requested order. It may then apply the
   * offset and limit.
   */
  boolean isInOrder() {
    return order != Order.GEOTOOLS;
  }
}
