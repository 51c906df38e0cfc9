package org.flashgrove.cli.design;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.cli.command.ChosenStructure;
import picocli.CommandLine.Option;

/** The option that says which structures a new store has, or an existing one gets. */
public final class StructureSpecs {
  @Option(
      names = "--structure",
      paramLabel = "NAME=SPEC",
      description = {
        "A structure of a store of several, given once for each: roads=rstar, names=bplus. A table"
            + " is parcels=records with its indices parcels.geom=rstar, parcels.key=bplus."
      })
  private final List<String> texts = new ArrayList<>();

  /** Returns whether any structure was given. */
  public boolean isAsked() {
    return !texts.isEmpty();
  }

  /** Refuses structures beside the options that make a store of one index or one table. */
  public void requireAlone(StoreOptionsGroup group, TableOptionsGroup table) {
    if (isAsked() && group.metric() != null) {
      throw new IllegalArgumentException(
          "--structure with --metric (allowed: metric="
              + group.metric()
              + " as a key of the structure's spec)");
    }
    if (isAsked() && (table.isAsked() || !group.indices().isEmpty())) {
      throw new IllegalArgumentException(
          "--structure with "
              + (table.isAsked() ? "--table" : "--index")
              + " (allowed: one of them; an index or a table is a structure, too)");
    }
  }

  /**
   * Returns the spec of each structure by its name, with a domain where one is needed.
   *
   * @param extent minX, minY, maxX, maxY of all data; minX greater than maxX without a row
   * @throws IllegalArgumentException if a name is given twice, or what was given is no name and
   *     spec
   */
  public Map<String, String> given(double[] extent) {
    Map<String, String> specs = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "--structure " + text + " (allowed: NAME=SPEC, such as roads=rstar)");
      }
      String name = text.substring(0, equals).trim();
      String spec = text.substring(equals + 1);
      if (specs.put(name, Domains.with(spec, extent)) != null) {
        throw new IllegalArgumentException(
            "--structure " + name + " twice (allowed: names that differ)");
      }
    }
    return specs;
  }

  /**
   * Returns the one structure that data go to.
   *
   * @param design of the store, with the structures that were given
   * @throws IllegalArgumentException if they are several
   */
  public ChosenStructure toLoad(Path directory, StoreDesign design) {
    List<String> own = new ArrayList<>(given(new double[] {0, 0, 1, 1}).keySet());
    own.removeIf(name -> StoreDesign.tableOf(name) != null);
    if (own.size() != 1) {
      throw new IllegalArgumentException(
          "--data with the structures "
              + String.join(", ", own)
              + " (allowed: one, or one table with its indices; 'add' makes further ones)");
    }
    return new ChosenStructure(directory, design, own.get(0));
  }
}
