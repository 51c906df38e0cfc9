package org.flashgrove.datasets.feature;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.file.Excerpt;

/**
 * Assigns ids to the features of a file. If the id of the first feature is a 64-bit integer, the
 * ids in the file are used. Each feature without such an id then gets a new one. If the first
 * feature has no such id, all features are numbered from 1. Ids of the file that are not used
 * become an attribute.
 */
public final class FeatureIds {
  private final BiFunction<String, String, InputException> problem;
  private boolean areNames;
  private Boolean areGiven;
  private Supplier<FreshIds> source;
  private FreshIds fresh;
  private long numbersFollow;
  private boolean isMade;
  private Object unused;
  private long kept;
  private long made;

  /**
   * Creates the ids of a file.
   *
   * @param problem creates an exception for the current feature from the problem and what is
   *     allowed
   */
  public FeatureIds(BiFunction<String, String, InputException> problem) {
    this.problem = problem;
  }

  /**
   * Sets the allowed forms of rows. If the forms require ids of existing objects, a feature without
   * an id is an error.
   */
  public void of(RowForms forms) {
    areNames = !forms.makesIds();
  }

  /**
   * Sets the source from which features without an id get new ids. The source is opened on first
   * use.
   */
  public void makeFrom(Supplier<FreshIds> source) {
    this.source = source;
  }

  /**
   * Declares that the file has a column of ids. Features are then not numbered from 1, even if the
   * first feature has no id.
   */
  public void expect() {
    expect(true);
  }

  /**
   * Declares whether the first feature of the file has an id, for a reader that does not begin with
   * this feature.
   */
  public void expect(boolean hasFirst) {
    areGiven = hasFirst;
  }

  /**
   * Returns the id of the next feature.
   *
   * @param given id in the file: a {@code Long}, a value that is not a 64-bit integer, or null
   * @param number position of the feature in the file, from 1
   * @param ofFile reads the whole file and returns a source that avoids all its ids; returns null
   *     if the file can be read only once
   */
  public long next(Object given, long number, Supplier<FreshIds> ofFile) {
    if (areGiven == null) {
      areGiven = given instanceof Long;
    }
    unused = null;
    isMade = !(areGiven && given instanceof Long);
    if (!isMade) {
      return (Long) given;
    }
    if (areNames && (areGiven || given != null)) {
      throw refused(
          given, "ids of the objects to find, " + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
    }
    long id = areGiven ? make(given, ofFile) : numbered(number);
    if (given != null) {
      unused = given;
      kept++;
    }
    return id;
  }

  private InputException refused(Object given, String allowed) {
    return problem.apply(
        given == null
            ? "has no id"
            : "id " + Excerpt.quoted(given.toString()) + " is not a 64-bit integer",
        allowed);
  }

  private long numbered(long number) {
    if (source == null) {
      return number;
    }
    if (fresh == null) {
      fresh = source.get();
      numbersFollow = fresh.greatestOrZero();
    }
    if (number > Long.MAX_VALUE - numbersFollow) {
      return next();
    }
    fresh.make(numbersFollow + number);
    return numbersFollow + number;
  }

  private long make(Object given, Supplier<FreshIds> ofFile) {
    if (fresh == null) {
      fresh = source == null ? ofFile.get() : source.get();
    }
    if (fresh == null) {
      throw refused(given, "such ids of all features of a stream, or a file");
    }
    made += source == null ? 1 : 0;
    return next();
  }

  private long next() {
    try {
      return fresh.next();
    } catch (IllegalStateException e) {
      throw problem.apply("has no id, and " + e.getMessage(), "ids of all features");
    }
  }

  /** Returns whether the id of the current feature was made, and not read from the file. */
  public boolean isMade() {
    return isMade;
  }

  /**
   * Returns the id that the file gives to the current feature if a different id replaced it;
   * otherwise null.
   */
  public Object unused() {
    return unused;
  }

  /**
   * Returns messages about ids that became an attribute, and about new ids. New ids from the source
   * of {@link #makeFrom} are not mentioned, because the owner of that source reports them.
   *
   * @param attribute name of the attribute that keeps the replaced ids
   */
  public List<String> notes(String attribute) {
    List<String> notes = new ArrayList<>();
    if (kept > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%s %s kept as attribute %s, as not all ids are whole numbers of 64 bits",
              Losses.counted(kept, "id"),
              Losses.are(kept),
              attribute));
    }
    if (made > 0) {
      notes.add(FreshIds.note(made));
    }
    return notes;
  }
}
