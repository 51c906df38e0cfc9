package org.flashgrove.access.design;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.flashgrove.core.spec.SpecException;

/**
 * Numbers of a store's structures, which identify them in the log, in page maps and on pages. A
 * structure keeps its number, and numbers are never reused. Log frames and page maps with an
 * unknown number belong to a structure that was dropped, or whose creation was not finished.
 *
 * @param of number of each structure by its name; not changed afterwards
 * @param next number of the next new structure
 */
public record StructureNumbers(Map<String, Integer> of, int next) {
  /**
   * Largest number that a structure may have. Opening a store looks for a file of each possible
   * number below the next number, so numbers must stay small.
   */
  private static final int MOST = 1 << 20;

  /** Checks that the numbers are distinct and less than the next number. */
  public StructureNumbers {
    boolean isAllowed = next <= MOST && new HashSet<>(of.values()).size() == of.size();
    for (int number : of.values()) {
      isAllowed &= number >= 0 && number < next;
    }
    if (!isAllowed) {
      throw new SpecException(
          "structure numbers "
              + of.values()
              + " and next number "
              + next
              + " (allowed: different numbers from 0, all below the next number, which is at most "
              + MOST
              + ")");
    }
    of = Collections.unmodifiableMap(new LinkedHashMap<>(of));
  }

  static StructureNumbers inOrder(Collection<String> names) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    names.forEach(name -> numbers.put(name, numbers.size()));
    return new StructureNumbers(numbers, numbers.size());
  }

  /**
   * Returns whether the structures are numbered from 0 in the order of {@code names}. A description
   * omits such numbers.
   */
  boolean areInOrder(Collection<String> names) {
    return next == names.size() && listed(names).equals(listed(inOrder(names), names));
  }

  private List<Integer> listed(Collection<String> names) {
    return listed(this, names);
  }

  private static List<Integer> listed(StructureNumbers numbers, Collection<String> names) {
    return names.stream().map(numbers.of::get).toList();
  }

  StructureNumbers with(String name) {
    return of.containsKey(name) ? this : with(name, next);
  }

  StructureNumbers with(String name, int number) {
    Map<String, Integer> more = new LinkedHashMap<>(of);
    more.put(name, number);
    return new StructureNumbers(more, Math.max(next, number + 1));
  }

  /** Returns a copy without the structures with these names. Their numbers are not reused. */
  StructureNumbers without(Collection<String> names) {
    Map<String, Integer> fewer = new LinkedHashMap<>(of);
    fewer.keySet().removeAll(names);
    return new StructureNumbers(fewer, next);
  }

  /** Returns a copy that reserves the next number for a structure being created. */
  public StructureNumbers withNextTaken() {
    return new StructureNumbers(of, next + 1);
  }

  /** Returns the numbers as text in the order of the names, followed by the next number. */
  String text(Collection<String> names) {
    List<Integer> all = new ArrayList<>(listed(names));
    all.add(next);
    return all.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /**
   * Parses the text of structure numbers.
   *
   * @throws SpecException unless the text has one number for each name, and then the next free
   *     number
   * @throws NumberFormatException if a number is invalid
   */
  static StructureNumbers parse(String text, Collection<String> names) {
    String[] all = text.split(",");
    if (all.length != names.size() + 1) {
      throw new SpecException(
          all.length + " numbers (allowed: " + (names.size() + 1) + ", the next one last)");
    }
    Map<String, Integer> numbers = new LinkedHashMap<>();
    for (String name : names) {
      numbers.put(name, Integer.parseInt(all[numbers.size()]));
    }
    return new StructureNumbers(numbers, Integer.parseInt(all[all.length - 1]));
  }
}
