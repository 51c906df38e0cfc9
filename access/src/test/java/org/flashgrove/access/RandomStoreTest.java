package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.indexes.check.CheckReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random insertions, deletions, updates, queries, flushes and reopenings of whole stores, against a
 * list; the structural check after each batch.
 */
class RandomStoreTest {
  private static final int BATCHES = 12;

  @TempDir private Path directory;

  private record Entry(long id, double[] box) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rtree:split=quadratic | none:frames=8,log=64K | buffered | 512 | close",
        "rtree:split=linear,blind=off | none:buffer=64K | buffered | 1024 | op",
        "rtree:split=quadratic | efind:buffer=16K,log=64K | buffered | 512 | close",
        "rtree:split=quadratic,blind=off | efind:buffer=32K,memory=festival64,compat=festival"
            + " | buffered | 1024 | op",
        "rtree:split=linear | efind:buffer=16K,readpolicy=lru,tc=none,policy=m,unit=1"
            + " | buffered | 512 | group:1ms",
        "rtree:split=quadratic | efind:buffer=16K,readpolicy=none,tc=writes | buffered | 1024 | close",
        "rtree:split=quadratic | efind | buffered | 4096 | close",
        "hilbert:s=2,domain=0/0/1000/1000 | none:frames=8,log=64K | buffered | 512 | close",
        "hilbert:s=1,capacity=5,domain=0/0/500/500 | efind:buffer=16K,log=64K"
            + " | buffered | 512 | close",
        "hilbert:s=3,minfill=50%,values=computed,domain=0/0/1000/1000"
            + " | efind:buffer=32K,memory=festival64,compat=festival | buffered | 1024 | op",
        "rstar | none:frames=8,log=64K | buffered | 512 | close",
        "rstar:blind=off,order=far | efind:buffer=32K,memory=festival64,compat=festival"
            + " | buffered | 1024 | op",
        "rstar | efind:buffer=16K,log=64K | buffered | 512 | group:1ms",
        "xbr:domain=0/0/1000/1000 | none:frames=8,log=64K | buffered | 512 | close",
        "xbr:x=60%,blind=off,domain=0/0/1000/1000"
            + " | efind:buffer=32K,memory=festival64,compat=festival | buffered | 1024 | op",
        "xbr:leafcapacity=4,nodecapacity=5,minfill=50%,domain=0/0/1000/1000"
            + " | efind:buffer=16K,log=64K | buffered | 512 | group:1ms",
        "rtree:split=greene | efind:buffer=16K,log=64K | buffered | 512 | close",
        "rtree:split=angtan,blind=off | none:frames=8,log=64K | buffered | 512 | close",
        "rtree:split=exponential,capacity=10 | efind:buffer=16K,log=64K | buffered | 512 | close",
        "rtree:split=rstar,leafminfill=30% | none:frames=8,log=64K | buffered | 512 | close",
        "rstar | efind:buffer=16K,log=64K | nand:blocks=128 | 512 | group:1ms",
        "rtree:split=quadratic | none:frames=8,log=64K"
            + " | nand:block=16,blocks=512,placement=home,buffer=32K | 1024 | op",
        "rstar | efind:buffer=16K,log=64K | hdd:size=64M | 1024 | group:20ms",
        "rtree:split=linear | none:frames=8,log=64K"
            + " | nand:ftl=dftl,block=16,blocks=512 | 512 | close",
        "rtree:split=linear | efind:buffer=16K,log=64K"
            + " | nand:page=512,block=16,blocks=2048,timing=parallel,channels=2,depth=4 | 4096 | close",
        "rstar | none:frames=9,policy=hlru,log=64K | buffered | 512 | close",
        "rtree:split=quadratic | none:frames=20,policy=fbarc,log=64K | buffered | 512 | op",
        "rtree:split=linear | efind:buffer=32K,read=50%,readpolicy=2q | buffered | 512 | close",
        "rstar | efind:buffer=32K,read=50%,readpolicy=arc,tc=none | buffered | 512 | close",
        "rtree:split=quadratic | rftl:buffer=16K | buffered | 512 | close",
        "rstar | rftl:buffer=16K,pages=2 | buffered | 512 | close",
        "hilbert:s=2,domain=0/0/1000/1000 | rftl:buffer=8K | buffered | 1024 | close",
        "xbr:domain=0/0/1000/1000 | rftl:buffer=16K | buffered | 512 | close",
        "kdb:domain=0/0/1000/1000 | none:frames=8,log=64K | buffered | 512 | close",
        "kdb:leafcapacity=4,nodecapacity=5,blind=off,domain=0/0/1000/1000"
            + " | efind:buffer=16K,log=64K,unit=3 | buffered | 512 | group:1ms",
        "gridfile:domain=0/0/1000/1000 | none:buffer=64K | buffered | 1024 | op",
        "gridfile:leafcapacity=5,nodecapacity=4,domain=0/0/1000/1000"
            + " | efind:buffer=16K,log=64K | buffered | 512 | close",
        "gridfile:domain=0/0/1000/1000 | gffm:buffer=16K,log=64K | buffered | 512 | close",
        "kdb:domain=0/0/1000/1000 | gffm:buffer=16K,flush=dirty,hot=25%,unit=3"
            + " | buffered:placement=home | 512 | close",
        "kdb:domain=0/0/1000/1000 | fkdb:buffer=16K,unit=2,writecost=2 | buffered | 512 | close",
        "gridfile:leafcapacity=5,domain=0/0/1000/1000 | fkdb:buffer=16K,wa=off | buffered | 512 | close",
        "gridfile:domain=0/0/1000/1000 | gffm:buffer=16K | nand:blocks=128 | 512 | close",
      })
  void aStoreAnswersAsAList(String index, String flash, String device, int pageSize, String sync) {
    run(new StoreOptions(index, flash, device, pageSize, sync), 400);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rtree:split=quadratic | none:frames=16,log=64K | 1024",
        "rtree:split=linear | efind:buffer=32K,log=128K | 1024",
        "hilbert:s=2,domain=0/0/1000/1000 | efind:buffer=32K,log=128K | 1024",
        "hilbert:s=4,minfill=50%,domain=0/0/1000/1000 | none:frames=16,log=64K | 1024",
        "rstar | efind:buffer=32K,log=128K | 1024",
        "rtree:split=quadratic,blind=off | efind:buffer=64K,memory=festival64 | 4096",
        "xbr:domain=0/0/1000/1000 | none:frames=16,log=64K | 1024",
        "xbr:leafcapacity=6,nodecapacity=6,domain=0/0/1000/1000 | efind:buffer=32K,log=128K | 1024",
      })
  void aStoreAnswersAsAListForLong(String index, String flash, int pageSize) {
    run(new StoreOptions(index, flash, "buffered", pageSize, "close"), 8_000);
  }

  private void run(StoreOptions options, int operations) {
    Random random = Seeds.random(RandomStoreTest.class);
    boolean points = options.index().matches("(xbr|kdb|gridfile).*");
    List<Entry> model = new ArrayList<>();
    SpatialStore store = SpatialStore.create(directory, options);
    try {
      long nextId = 1;
      for (int batch = 0; batch < BATCHES; batch++) {
        // Later batches shrink the store, so that nodes are dissolved and ids reused.
        int deletions = batch < BATCHES / 2 ? 20 : 60;
        for (int i = 0; i < operations; i++) {
          int what = random.nextInt(100);
          if (what < deletions && !model.isEmpty()) {
            Entry gone = model.remove(random.nextInt(model.size()));
            double[] box = gone.box;
            assertThat(store.delete(gone.id, box[0], box[1], box[2], box[3])).isTrue();
            assertThat(store.delete(gone.id, box[0], box[1], box[2], box[3])).isFalse();
          } else if (what < deletions + 10 && !model.isEmpty()) {
            int moved = random.nextInt(model.size());
            Entry old = model.get(moved);
            Entry now = new Entry(old.id, box(random, points));
            assertThat(store.update(old.id, old.box, now.box)).isTrue();
            model.set(moved, now);
          } else {
            Entry entry = new Entry(nextId++, box(random, points));
            store.insert(entry.id, entry.box[0], entry.box[1], entry.box[2], entry.box[3]);
            model.add(entry);
          }
        }
        compare(store, model, random);
        if (random.nextInt(3) == 0) {
          store.flush();
        }
        if (random.nextInt(2) == 0) {
          store.close();
          store = SpatialStore.open(directory);
          compare(store, model, random);
        }
      }
    } finally {
      store.close();
    }
  }

  private static double[] box(Random random, boolean points) {
    double x = random.nextInt(1000);
    double y = random.nextInt(1000);
    boolean point = points || random.nextBoolean();
    return new double[] {
      x, y, x + (point ? 0 : random.nextInt(30)), y + (point ? 0 : random.nextInt(30))
    };
  }

  private static void compare(SpatialStore store, List<Entry> model, Random random) {
    assertThat(store.size()).isEqualTo(model.size());
    for (Predicate predicate : Predicate.values()) {
      double[] q = box(random, false);
      q[2] += random.nextInt(200);
      q[3] += random.nextInt(200);
      TreeSet<Long> expected = new TreeSet<>();
      for (Entry entry : model) {
        double[] e = entry.box;
        if (predicate.matches(q[0], q[1], q[2], q[3], e[0], e[1], e[2], e[3])) {
          expected.add(entry.id);
        }
      }
      TreeSet<Long> found = new TreeSet<>();
      store.search(
          predicate, q[0], q[1], q[2], q[3], (id, minX, minY, maxX, maxY) -> found.add(id));
      assertThat(found).as("%s", predicate).isEqualTo(expected);
    }
    CheckReport report = store.tree().check(true);
    assertThat(report.problems()).isEmpty();
    assertThat(report.entries()).isEqualTo(model.size());
  }
}
