package org.flashgrove.datasets.feature;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.WellKnownText;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Base class of cursors over formats whose features are geometries. */
public abstract class GeometryCursor implements FeatureCursor {
  private static final Envelope NO_BOUNDS = new Envelope();

  private final String file;
  private final BadRowPolicy policy;
  private final FeatureIds ids = new FeatureIds(this::problem);
  private boolean allowsNoGeometry;
  private long id;
  private String idAttribute;
  private Geometry geometry;
  private Envelope bounds;
  private final Map<String, Long> leftOut = new TreeMap<>();
  private long skipped;
  private long emptied;

  /**
   * Creates a cursor.
   *
   * @param file name of the file in messages
   * @param policy decides about bad features
   */
  protected GeometryCursor(String file, BadRowPolicy policy) {
    this.file = file;
    this.policy = policy;
  }

  /**
   * Moves to the next feature, valid or not.
   *
   * @return false at the end
   * @throws InputException if the rest of the file cannot be read; reading stops
   */
  protected abstract boolean advance();

  /**
   * Reads the geometry of the current feature.
   *
   * @return the geometry, which may be empty or have coordinates that are not finite; null if there
   *     is none
   * @throws InputException if the feature is bad, but reading can continue
   */
  protected abstract Geometry read();

  /** Returns the position of the current feature in the file, from 1. */
  protected abstract long number();

  /**
   * Returns the id of the current feature in the file: a {@code Long}, a value that is not a 64-bit
   * integer, or null.
   */
  protected Object givenId() {
    return null;
  }

  /** Reads all ids of the file. Returns null if the file can be read only once. */
  protected FreshIds idsOfFile() {
    return null;
  }

  /**
   * Stores an id of the file as an attribute, because the feature got another id. Returns the name
   * of the attribute.
   */
  protected String keep(Object unusedId) {
    throw new IllegalStateException("ids of the format are 64-bit integers");
  }

  /** Declares that the file has a column of ids. */
  protected final void expectIds() {
    ids.expect();
  }

  /**
   * Declares whether the first feature of the file has an id, for a cursor that does not begin with
   * this feature.
   */
  protected final void expectIds(boolean hasFirst) {
    ids.expect(hasFirst);
  }

  /** Returns the place of the current feature for messages, such as {@code feature 7}. */
  protected abstract String place();

  @Override
  public final boolean next() {
    while (advance()) {
      try {
        geometry = checked(read());
        bounds = geometry == null ? NO_BOUNDS : geometry.getEnvelopeInternal();
        id = ids.next(givenId(), number(), this::idsOfFile);
        if (ids.unused() != null) {
          idAttribute = keep(ids.unused());
        }
        return true;
      } catch (InputException e) {
        policy.onBadRow(e);
        skipped++;
      }
    }
    return false;
  }

  /** Sets the allowed forms of features. Returns this cursor. */
  public final GeometryCursor of(RowForms forms) {
    allowsNoGeometry = forms.allowsNoGeometry();
    ids.of(forms);
    return this;
  }

  private Geometry checked(Geometry read) {
    if (read == null || read.isEmpty()) {
      if (allowsNoGeometry) {
        emptied += read == null ? 0 : 1;
        return null;
      }
      throw problem("has no geometry", "a geometry that is not empty" + RowForms.TABLES_TAKE_NONE);
    }
    if (!WellKnownText.isFinite(read)) {
      throw problem("has a coordinate that is not finite", "finite numbers");
    }
    return EmptyParts.removed(read);
  }

  @Override
  public EntryKind kind() {
    return EntryKind.GEOMETRIES;
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return CoordinateSystem.UNKNOWN;
  }

  @Override
  public final long id() {
    return id;
  }

  @Override
  public final boolean isIdMade() {
    return ids.isMade();
  }

  @Override
  public final void makeIdsFrom(Supplier<FreshIds> source) {
    ids.makeFrom(source);
  }

  @Override
  public final Envelope bounds() {
    return bounds;
  }

  @Override
  public Geometry geometry() {
    return geometry;
  }

  @Override
  public final InputException problem(String wrong, String allowed) {
    return new InputException(file, place(), wrong, allowed, null);
  }

  /** Counts a feature that the cursor leaves out for the given reason. */
  protected final void leaveOut(String reason) {
    skipped++;
    leftOut.merge(reason, 1L, Long::sum);
  }

  @Override
  public final Map<String, Long> leftOut() {
    return leftOut;
  }

  /** Returns the name of the file in messages. */
  protected final String file() {
    return file;
  }

  @Override
  public final long skippedRows() {
    return skipped;
  }

  /**
   * Returns a message for each kind of data that the reader of this format has dropped or changed.
   */
  protected List<String> losses() {
    return List.of();
  }

  @Override
  public final List<String> notes() {
    List<String> notes = new ArrayList<>(ids.notes(idAttribute));
    notes.addAll(losses());
    if (emptied > 0) {
      notes.add(emptied(emptied));
    }
    return notes;
  }

  /**
   * Returns the message about features with an empty geometry.
   *
   * @param count number of these features
   */
  public static String emptied(long count) {
    return String.format(
        Locale.ROOT,
        "%s with an empty geometry %s kept without one",
        Losses.counted(count, "feature"),
        Losses.are(count));
  }
}
