package org.flashgrove.access.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.flashgrove.access.attribute.Schema;
import org.jspecify.annotations.Nullable;

/** A conjunction or disjunction of several conditions. */
final class FilterGroup extends Filter {
  private final boolean all;
  private final List<Filter> parts;

  FilterGroup(boolean all, List<Filter> parts) {
    this(flat(all, parts), all);
  }

  private FilterGroup(List<Filter> flat, boolean all) {
    super(levelsAbove(flat));
    this.all = all;
    parts = flat;
  }

  private static List<Filter> flat(boolean all, List<Filter> parts) {
    List<Filter> flat = new ArrayList<>();
    for (Filter part : parts) {
      if (part instanceof FilterGroup group && group.all == all) {
        flat.addAll(group.parts);
      } else {
        flat.add(part);
      }
    }
    return List.copyOf(flat);
  }

  @Override
  void collect(Set<String> names) {
    for (Filter part : parts) {
      part.collect(names);
    }
  }

  @Override
  Truth bound(Schema schema) {
    Truth[] truths = new Truth[parts.size()];
    for (int i = 0; i < truths.length; i++) {
      truths[i] = parts.get(i).bound(schema);
    }
    int end = all ? Truth.FALSE : Truth.TRUE;
    return row -> {
      int truth = all ? Truth.TRUE : Truth.FALSE;
      for (int i = 0; i < truths.length && truth != end; i++) {
        int other = truths[i].of(row);
        truth = all ? Math.min(truth, other) : Math.max(truth, other);
      }
      return truth;
    };
  }

  @Override
  <R> @Nullable R rangesOf(Schema schema, String attribute, RangeForm<R> form) {
    R ranges = null;
    for (Filter part : parts) {
      R other = part.rangesOf(schema, attribute, form);
      if (other == null) {
        if (!all) {
          return null;
        }
      } else {
        ranges = ranges == null ? other : all ? form.and(ranges, other) : form.or(ranges, other);
      }
    }
    return ranges;
  }

  @Override
  boolean isDecidedByWords(Schema schema, Set<String> names) {
    return (all || attributes().size() == 1)
        && parts.stream().allMatch(part -> part.isDecidedByWords(schema, names));
  }

  @Override
  void print(StringBuilder text) {
    for (int i = 0; i < parts.size(); i++) {
      Filter part = parts.get(i);
      text.append(i == 0 ? "" : all ? " and " : " or ");
      text.append(part instanceof FilterGroup ? "(" : "");
      part.print(text);
      text.append(part instanceof FilterGroup ? ")" : "");
    }
  }

  private static int levelsAbove(List<Filter> parts) {
    int most = 0;
    for (Filter part : parts) {
      most = Math.max(most, part.levels());
    }
    return most + 1;
  }
}
