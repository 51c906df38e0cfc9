package org.flashgrove.cli.input;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FreshIds;

/**
 * All ids in use: the ids of features in the input files, and the ids in the store that receives
 * the features. Features without an id get new ids, which begin above all ids in use.
 */
public final class GivenIds {
  private final FreshIds used = new FreshIds();
  private final Set<String> filesWithout = new HashSet<>();
  private boolean hasGiven;
  private long without;

  /** Adds the id of the current feature of a cursor. */
  public void add(String file, FeatureCursor feature) {
    if (feature.isIdMade()) {
      without++;
      filesWithout.add(file);
    } else {
      use(feature.id());
    }
  }

  /** Adds an id that exists in the store. */
  public void use(long id) {
    hasGiven = true;
    used.use(id);
  }

  /** Returns whether at least one feature has no id. */
  public boolean areIncomplete() {
    return without > 0;
  }

  /**
   * Returns a new source of ids for features without an id. Every source returns the same sequence
   * of ids, so features get the same ids each time the files are read.
   */
  public FreshIds source() {
    return used.copy();
  }

  /**
   * Returns a message if features without an id get ids that are not their positions in the file.
   * Otherwise returns an empty list.
   */
  public List<String> notes() {
    if (without == 0 || !hasGiven && filesWithout.size() < 2) {
      return List.of();
    }
    return List.of(
        String.format(
            Locale.ROOT,
            "%s without an id %s ids above %,d, which no other feature has",
            Numbers.counted(without, "feature"),
            without == 1 ? "gets" : "get",
            used.greatestOrZero()));
  }
}
