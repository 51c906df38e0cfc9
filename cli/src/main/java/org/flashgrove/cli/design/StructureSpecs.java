package org.flashgrove.cli.design;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.cli.command.ChosenStructure;
import picocli.CommandLine.Option;

/** Option that gives the structures of a new store, or structures to add to an existing store. */
public final class StructureSpecs {
  @Option(
      names = "--structure",
      paramLabel = "NAME=SPEC",
      description = {
        "Name and spec of a structure, such as roads=rstar or names=bplus; repeat the option for"
            + " each structure of the store. A table is parcels=records with its indexes"
            + " parcels.geom=rstar, parcels.key=bplus."
      })
  private final List<String> texts = new ArrayList<>();

  /** Returns whether the user gave at least one structure. */
  public boolean isAsked() {
    return !texts.isEmpty();
  }

  /**
   * Throws an exception if the user gave structures together with options for a store with one
   * index or one table.
   */
  public void requireAlone(StoreOptionsGroup group, TableOptionsGroup table) {
    if (isAsked() && group.metric() != null) {
      throw new IllegalArgumentException(
          "--metric: not supported with --structure; add metric="
              + group.metric()
              + " to the spec of the structure");
    }
    if (isAsked() && (table.isAsked() || !group.indices().isEmpty())) {
      throw new IllegalArgumentException(
          "--structure: cannot be combined with "
              + (table.isAsked() ? "--table" : "--index")
              + "; use --structure for indexes and tables, too");
    }
  }

  /**
   * Returns the specs of the structures by name. Adds a domain to a spec that needs one.
   *
   * @param extent minX, minY, maxX, maxY of all data; minX is greater than maxX without data
   * @throws IllegalArgumentException if a name is given twice, or if a value is not of the form
   *     NAME=SPEC
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
            "--structure " + name + ": given twice; choose another name");
      }
    }
    return specs;
  }

  /**
   * Returns the structure that receives the data.
   *
   * @param design design of the store with the given structures
   * @throws IllegalArgumentException if several structures are given
   */
  public ChosenStructure toLoad(Path directory, StoreDesign design) {
    List<String> own = new ArrayList<>(given(new double[] {0, 0, 1, 1}).keySet());
    own.removeIf(name -> StoreDesign.tableOf(name) != null);
    if (own.size() != 1) {
      throw new IllegalArgumentException(
          "--data: fills one structure, not "
              + String.join(", ", own)
              + "; give one structure, or one table with its indexes, and create the others with"
              + " 'add'");
    }
    return new ChosenStructure(directory, design, own.get(0));
  }
}
