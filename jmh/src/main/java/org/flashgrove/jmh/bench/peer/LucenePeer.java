package org.flashgrove.jmh.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.DoubleRange;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FloatPoint;
import org.apache.lucene.document.FloatRange;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Version;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.data.BoxForm;

/**
 * Peer for Lucene's BKD tree. The peer's memory setting is the size of the index writer's buffer. A
 * document has a point of two floats or doubles, or a range of two such points. The query cache is
 * turned off.
 *
 * <p>If no document is moved or deleted, documents need no ids. The merge policy merges
 * neighbouring segments, so documents stay in order, and document numbers serve as ids. Otherwise
 * each document stores its id twice: as a term, which finds the document when it is replaced, and
 * as a value, which queries read.
 */
final class LucenePeer implements Peer {
  private static final String AT = "at";
  private static final String ID = "id";

  private final PeerSettings settings;
  private final boolean alwaysIds;

  private LucenePeer(PeerSettings settings, boolean alwaysIds) {
    this.settings = settings;
    this.alwaysIds = alwaysIds;
  }

  /** Creates a peer whose documents have ids only if they are moved or deleted. */
  static LucenePeer bare(PeerSettings settings) {
    return new LucenePeer(settings, false);
  }

  /**
   * Creates a peer whose documents always have ids, as in an application that changes documents.
   */
  static LucenePeer withIds(PeerSettings settings) {
    return new LucenePeer(settings, true);
  }

  @Override
  public String description() {
    return "Lucene "
        + Version.LATEST
        + ", "
        + (settings.form().isDouble() ? "Double" : "Float")
        + (settings.form().isPoints() ? "Point" : "Range")
        + ", RAMBufferSizeMB "
        + settings.mebibytes()
        + ", LogByteSizeMergePolicy, "
        + (alwaysIds ? "with ids" : "without ids where nothing is moved or removed");
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(
        Ability.DURABLE,
        Ability.INSERT,
        Ability.BULK,
        Ability.DELETE,
        Ability.MOVE_BY_ID,
        Ability.DOUBLES);
  }

  @Override
  public PeerIndex create(Path directory, Use use) throws IOException {
    boolean changes = use == Use.CHANGES || use == Use.CHANGES_BY_ID;
    return new Index(directory, settings, alwaysIds || changes, use);
  }

  @Override
  public PeerIndex open(Path directory) throws IOException {
    return new Index(directory, settings, alwaysIds, Use.LOAD);
  }

  /** Index with its open writer. */
  private static final class Index implements PeerIndex {
    private final Directory files;
    private final IndexWriter writer;
    private final BoxForm form;
    private final boolean withIds;
    private final Use use;
    private DirectoryReader committed;

    Index(Path directory, PeerSettings settings, boolean withIds, Use use) throws IOException {
      files = FSDirectory.open(directory);
      writer =
          new IndexWriter(
              files,
              new IndexWriterConfig()
                  .setRAMBufferSizeMB(settings.mebibytes())
                  .setMergePolicy(new LogByteSizeMergePolicy()));
      form = settings.form();
      this.withIds = withIds;
      this.use = use;
    }

    private Document document(long id, double minX, double minY, double maxX, double maxY) {
      Document document = new Document();
      document.add(field(minX, minY, maxX, maxY));
      if (withIds) {
        document.add(new StringField(ID, Long.toString(id), Field.Store.NO));
        document.add(new NumericDocValuesField(ID, id));
      }
      return document;
    }

    private Field field(double minX, double minY, double maxX, double maxY) {
      if (form.isDouble()) {
        return form.isPoints()
            ? new DoublePoint(AT, minX, minY)
            : new DoubleRange(AT, new double[] {minX, minY}, new double[] {maxX, maxY});
      }
      float[] low = {(float) minX, (float) minY};
      return form.isPoints()
          ? new FloatPoint(AT, low)
          : new FloatRange(AT, low, new float[] {(float) maxX, (float) maxY});
    }

    @Override
    public void insert(long id, double minX, double minY, double maxX, double maxY)
        throws IOException {
      writer.addDocument(document(id, minX, minY, maxX, maxY));
      if (use == Use.EACH_DURABLE) {
        writer.commit();
      }
    }

    @Override
    public void bulk(BoxFile data) throws IOException {
      for (int i = 0; i < data.count(); i++) {
        insert(i + 1L, data.minX(i), data.minY(i), data.maxX(i), data.maxY(i));
      }
      writer.commit();
    }

    @Override
    public void moveById(long id, double[] to) throws IOException {
      writer.updateDocument(
          new Term(ID, Long.toString(id)), document(id, to[0], to[1], to[2], to[3]));
    }

    @Override
    public void delete(long id, double[] box) throws IOException {
      writer.deleteDocuments(new Term(ID, Long.toString(id)));
    }

    @Override
    public void commit() throws IOException {
      writer.commit();
    }

    @Override
    public void flush() throws IOException {
      writer.forceMerge(1);
      writer.commit();
    }

    @Override
    public PeerReader reader() throws IOException {
      if (committed == null) {
        committed = DirectoryReader.open(files);
      } else {
        DirectoryReader newer = DirectoryReader.openIfChanged(committed);
        if (newer != null) {
          committed.close();
          committed = newer;
        }
      }
      return new Reader(committed, form, withIds);
    }

    @Override
    public void close() throws IOException {
      if (committed != null) {
        committed.close();
      }
      writer.close();
      files.close();
    }
  }

  /** Runs queries on the committed documents. */
  private static final class Reader implements PeerReader {
    private final IndexSearcher searcher;
    private final BoxForm form;
    private final boolean withIds;

    Reader(DirectoryReader reader, BoxForm form, boolean withIds) {
      searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      this.form = form;
      this.withIds = withIds;
    }

    @Override
    public void window(double minX, double minY, double maxX, double maxY, Answer answer)
        throws IOException {
      searcher.search(
          query(minX, minY, maxX, maxY),
          new Manager(() -> withIds ? new Ids(answer) : new Numbers(answer)));
    }

    private Query query(double minX, double minY, double maxX, double maxY) {
      if (form.isDouble()) {
        double[] low = {minX, minY};
        double[] high = {maxX, maxY};
        return form.isPoints()
            ? DoublePoint.newRangeQuery(AT, low, high)
            : DoubleRange.newIntersectsQuery(AT, low, high);
      }
      float[] low = {(float) minX, (float) minY};
      float[] high = {(float) maxX, (float) maxY};
      return form.isPoints()
          ? FloatPoint.newRangeQuery(AT, low, high)
          : FloatRange.newIntersectsQuery(AT, low, high);
    }
  }

  /** Creates the collector of results for a single-threaded search. */
  private record Manager(Supplier<SimpleCollector> collectors)
      implements CollectorManager<SimpleCollector, Void> {
    @Override
    public SimpleCollector newCollector() {
      return collectors.get();
    }

    @Override
    public Void reduce(Collection<SimpleCollector> all) {
      return null;
    }
  }

  /** Collects the document numbers of results as ids. */
  private static final class Numbers extends SimpleCollector {
    private final Answer answer;
    private long base;

    Numbers(Answer answer) {
      this.answer = answer;
    }

    @Override
    protected void doSetNextReader(LeafReaderContext context) {
      base = context.docBase + 1L;
    }

    @Override
    public void collect(int doc) {
      answer.add(base + doc);
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }
  }

  /** Collects the stored ids of results. */
  private static final class Ids extends SimpleCollector {
    private final Answer answer;
    private NumericDocValues ids;

    Ids(Answer answer) {
      this.answer = answer;
    }

    @Override
    protected void doSetNextReader(LeafReaderContext context) throws IOException {
      ids = context.reader().getNumericDocValues(ID);
    }

    @Override
    public void collect(int doc) throws IOException {
      ids.advanceExact(doc);
      answer.add(ids.longValue());
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }
  }
}
