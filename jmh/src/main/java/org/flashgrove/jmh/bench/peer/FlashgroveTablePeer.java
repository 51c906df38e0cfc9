package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.jmh.bench.data.SampleRow;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Peer for a Flashgrove table, with the default geometry index and indexes of the key and three
 * attributes.
 */
final class FlashgroveTablePeer implements Peer {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int MOST_IN_BATCH = 10_000;

  private final PeerSettings settings;
  private final TableOptions options;

  FlashgroveTablePeer(PeerSettings settings) {
    this.settings = settings;
    options =
        TableOptions.defaults()
            .withAttributes("name:string/category:string/amount:long/score:double")
            .withMemory(settings.memoryBytes())
            .withGeometryIndex("geom")
            .withKeyIndex("key")
            .withAttributeIndex("name", "name")
            .withAttributeIndex("category", "category")
            .withAttributeIndex("amount", "amount");
  }

  @Override
  public String description() {
    return "Flashgrove table, "
        + options.indices()
        + ", memory of "
        + settings.mebibytes()
        + " MiB";
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(Ability.DURABLE, Ability.INSERT, Ability.ROWS, Ability.DOUBLES);
  }

  @Override
  public PeerIndex create(Path directory, Use use) {
    return new Index(Table.create(directory, options));
  }

  @Override
  public PeerIndex open(Path directory) {
    return new Index(Table.open(directory));
  }

  /** Table of one course, the series of phases that run in a process. */
  private static final class Index implements PeerIndex {
    private final Table table;
    private TableBatch batch;
    private int inserted;

    Index(Table table) {
      this.table = table;
    }

    private TableBatch batch() {
      if (batch == null) {
        batch = table.begin();
      }
      return batch;
    }

    @Override
    public void insert(long id, double minX, double minY, double maxX, double maxY) {
      batch()
          .insert(
              id,
              GEOMETRIES.toGeometry(new Envelope(minX, maxX, minY, maxY)),
              row ->
                  row.set("name", SampleRow.name(id))
                      .set("category", SampleRow.category(id))
                      .set("amount", SampleRow.amount(id))
                      .set("score", SampleRow.score(id)));
      if (++inserted % MOST_IN_BATCH == 0) {
        commit();
      }
    }

    @Override
    public void changeAmount(long id, long amount) {
      requireThere(id, batch().update(id, row -> row.set("amount", amount)));
    }

    @Override
    public void changeScore(long id, double score) {
      requireThere(id, batch().update(id, row -> row.set("score", score)));
    }

    private static void requireThere(long id, boolean isThere) {
      if (!isThere) {
        throw new IllegalStateException(
            "entry " + id + ": does not exist, so it cannot be changed");
      }
    }

    @Override
    public void commit() {
      if (batch != null) {
        batch.commit();
        batch.close();
        batch = null;
      }
      table.store().awaitDurable(table.store().commitNumber());
    }

    @Override
    public void flush() {
      commit();
      table.store().flush();
      table.store().sync();
    }

    @Override
    public PeerReader reader() {
      return new Reader(table);
    }

    @Override
    public void close() {
      commit();
      table.close();
    }
  }

  /** Runs queries that read full records. */
  private record Reader(Table table) implements PeerReader {
    private static void take(TableRecord record, Answer answer) {
      answer.add(record.key());
      answer.keep(
          record.geometry().getCoordinate().x
              + record.getString("name").length()
              + record.getString("category").length()
              + record.getLongOr("amount", 0)
              + record.getDoubleOr("score", 0));
    }

    private TableQuery windowOf(double minX, double minY, double maxX, double maxY) {
      return TableQuery.of(table)
          .intersecting(GEOMETRIES.toGeometry(new Envelope(minX, maxX, minY, maxY)));
    }

    @Override
    public void window(double minX, double minY, double maxX, double maxY, Answer answer) {
      windowOf(minX, minY, maxX, maxY).forEach(record -> take(record, answer));
    }

    @Override
    public void windowOfCategory(double[] window, String category, Answer answer) {
      windowOf(window[0], window[1], window[2], window[3])
          .where("category = ?", category)
          .forEach(record -> take(record, answer));
    }

    @Override
    public void byName(String name, Answer answer) {
      TableQuery.of(table).where("name = ?", name).forEach(record -> take(record, answer));
    }

    @Override
    public void byKey(long key, Answer answer) {
      TableRecord record = table.get(key);
      if (record != null) {
        take(record, answer);
      }
    }

    @Override
    public void leastAmounts(int limit, Answer answer) {
      TableQuery.of(table).orderBy("amount").limit(limit).forEach(record -> take(record, answer));
    }
  }
}
