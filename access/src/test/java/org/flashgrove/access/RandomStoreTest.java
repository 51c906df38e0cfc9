package org.flashgrove.access;

import java.nio.file.Path;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests whole stores by random insertions, deletions, updates, queries, flushes and reopenings, and
 * compares them with a list. Runs the structural check after each batch.
 */
class RandomStoreTest {
  /** Number of operations in a batch. */
  private static final int OPERATIONS = Repetitions.of(150, 400);

  @TempDir private Path directory;

  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "rtree:split=quadratic | none:frames=8,log=64K | buffered | 512 | close",
        "grove:memory=32K,block=4K,domain=0/0/1000/1000 | none:frames=8,log=64K | buffered | 512 |"
            + " close",
        "grove:memory=32K,block=16K,columns=joined,domain=0/0/500/500 | none:frames=8,log=64K"
            + " | buffered | 1024 | op",
        "grove:memory=64K | none:frames=8 | direct | 4096 | group:1ms",
        "lsm:memory=24K,block=4K,k=3 | none:frames=8,log=64K | buffered | 512 | close",
        "lsm:memory=32K,block=4K,policy=leveled,level0=1,ratio=2,partition=str"
            + " | none:frames=8,log=64K | nand:blocks=128 | 512 | group:1ms",
        "lsm:memory=256K,policy=tiered,codec=plain | none:frames=8 | direct | 4096 | op",
        "grove:memory=32K,block=4K,domain=0/0/1000/1000 | none:frames=8,log=64K"
            + " | nand:blocks=128 | 512 | group:1ms",
        "grove:memory=32K,block=8K | none:frames=8,log=64K"
            + " | buffered:placement=home | 512 | close",
        "rtree:split=linear,blind=off | none:buffer=64K | buffered | 1024 | op",
        "rstar | none:buffer=16K,behind=8,logform=packed,log=64K | buffered | 512 | op",
        "rstar | none:frames=8,behind=8,logform=packed,log=64K | buffered:depth=4 | 512 | op",
        "hilbert:s=2,domain=0/0/1000/1000 | none:buffer=16K,behind=16,log=64K"
            + " | buffered:depth=4 | 512 | group:1ms",
        "xbr:domain=0/0/1000/1000 | none:frames=16,behind=4,policy=hlru,log=64K"
            + " | buffered:depth=4 | 512 | close",
        "rstar | efind:auto,buffer=64K,log=64K | buffered:depth=4 | 512 | group:1ms",
        "rtree:split=quadratic | efind:buffer=16K,log=64K | buffered | 512 | close",
        "rtree:split=quadratic,blind=off | efind:buffer=32K,memory=festival64,compat=festival"
            + " | buffered | 1024 | op",
        "rtree:split=linear | efind:buffer=16K,readpolicy=lru,tc=none,policy=m,unit=1"
            + " | buffered | 512 | group:1ms",
        "rtree:split=quadratic | efind:buffer=16K,readpolicy=none,tc=writes | buffered | 1024 |"
            + " close",
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
        "rtree:split=linear | efind:buffer=16K,log=64K |"
            + " nand:page=512,block=16,blocks=2048,timing=parallel,channels=2,depth=4 | 4096 |"
            + " close",
        "rstar | none:frames=9,policy=hlru,log=64K | buffered | 512 | close",
        "rtree:split=quadratic | none:frames=20,policy=fbarc,log=64K | buffered | 512 | op",
        "rtree:split=linear | efind:buffer=32K,read=50%,readpolicy=2q | buffered | 512 | close",
        "rstar | efind:buffer=32K,read=50%,readpolicy=arc,tc=none | buffered | 512 | close",
        "rtree:split=quadratic | rftl:buffer=16K | buffered | 512 | close",
        "rstar | rftl:buffer=16K,pages=2 | buffered | 512 | close",
        "hilbert:s=2,domain=0/0/1000/1000 | rftl:buffer=8K | buffered | 1024 | close",
        "xbr:domain=0/0/1000/1000 | rftl:buffer=16K | buffered | 512 | close",
        "rstar | arftl:buffer=16K,pages=3 | buffered | 512 | close",
        "rtree:split=quadratic | lcr:buffer=16K | buffered | 512 | close",
        "rstar | lcr:buffer=16K,merge=20% | buffered | 512 | close",
        "hilbert:s=2,domain=0/0/1000/1000 | lcr:buffer=8K | buffered | 1024 | close",
        "xbr:domain=0/0/1000/1000 | lcr:buffer=16K | buffered | 512 | close",
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
        "gridfile:leafcapacity=5,domain=0/0/1000/1000 | fkdb:buffer=16K,wa=off | buffered | 512 |"
            + " close",
        "gridfile:domain=0/0/1000/1000 | gffm:buffer=16K | nand:blocks=128 | 512 | close",
        "rtree:split=quadratic,blind=off | fast:buffer=16K,memory=festival64,log=64K"
            + " | buffered | 512 | close",
        "rstar | fast:buffer=16K,policy=fast,unit=3,log=64K | buffered:placement=home | 512 |"
            + " close",
        "hilbert:s=2,domain=0/0/1000/1000 | fast:buffer=16K,policy=fast*n,memory=festival64"
            + " | buffered | 1024 | close",
        "hilbert:s=3,values=computed,domain=0/0/1000/1000 | fast:buffer=16K,policy=all,log=64K"
            + " | buffered:placement=home | 512 | close",
        "xbr:domain=0/0/1000/1000 | fast:buffer=16K,policy=random,unit=7,log=64K"
            + " | buffered:placement=home | 512 | group:1ms",
        "xbr:x=60%,blind=off,domain=0/0/1000/1000 | fast:buffer=32K,memory=festival64"
            + " | nand:blocks=128 | 512 | close",
        "rtree:split=linear | fast:buffer=16K,log=64K+pool:buffer=16K | buffered | 512 | close",
      })
  void aStoreAnswersAsAList(String index, String flash, String device, int pageSize, String sync) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice(device)
            .withPageSize(pageSize)
            .withSync(SyncMode.parse(sync));
    if (device.startsWith("buffered") && !sync.equals("close")) {
      // Thousands of syncs of a real disk take most of the time and show nothing about answers.
      StoreDirectory memory = new MemoryDirectory();
      history(options)
          .run(
              () -> SpatialStore.create(memory, options),
              () -> SpatialStore.open(memory),
              OPERATIONS);
    } else {
      runOnDisk(options, OPERATIONS);
    }
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
        "rstar | fast:buffer=32K,log=128K | 1024",
        "hilbert:s=2,domain=0/0/1000/1000 | fast:buffer=32K,memory=festival64,log=128K | 1024",
        "xbr:domain=0/0/1000/1000 | fast:buffer=32K,policy=fast,log=128K | 1024",
        "rtree:split=quadratic,blind=off | efind:buffer=64K,memory=festival64 | 4096",
        "xbr:domain=0/0/1000/1000 | none:frames=16,log=64K | 1024",
        "xbr:leafcapacity=6,nodecapacity=6,domain=0/0/1000/1000 | efind:buffer=32K,log=128K | 1024",
      })
  void aStoreAnswersAsAListForLong(String index, String flash, int pageSize) {
    runOnDisk(
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(pageSize)
            .withSync(SyncMode.CLOSE),
        8_000);
  }

  private void runOnDisk(StoreOptions options, int operations) {
    history(options)
        .run(
            () -> SpatialStore.create(directory, options),
            () -> SpatialStore.open(directory),
            operations);
  }

  private static RandomHistory history(StoreOptions options) {
    boolean points = options.index().matches("(xbr|kdb|gridfile).*");
    return new RandomHistory(Seeds.random(), points);
  }
}
