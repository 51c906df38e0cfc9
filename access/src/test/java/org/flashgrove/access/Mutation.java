package org.flashgrove.access;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.storage.crash.FaultKind;

/**
 * A mutation of the code that removes a sync, a checksum test or a step of a checkpoint.
 *
 * @param name name of the removed part
 * @param found what must detect the removal: a harness of {@link MutationTarget}, a kind of fault,
 *     or a test as {@code class#method}
 * @param patches changes of the sources that remove the part
 */
record Mutation(String name, String found, List<PatchedSources.Patch> patches) {
  private static final String FILE = "storage/src/main/java/org/flashgrove/storage/file/";
  private static final String DISK = FILE + "disk/";
  private static final String FRAME_LOG = "storage/src/main/java/org/flashgrove/storage/framelog/";
  private static final String NODE = "storage/src/main/java/org/flashgrove/storage/node/";
  private static final String LOG = "storage/src/main/java/org/flashgrove/storage/log/";
  private static final String HEAP = "storage/src/main/java/org/flashgrove/storage/heap/";
  private static final String PLACEMENT = "storage/src/main/java/org/flashgrove/storage/placement/";
  private static final String COMPONENT = "storage/src/main/java/org/flashgrove/storage/component/";
  private static final String CORE_NODE = "core/src/main/java/org/flashgrove/core/node/";
  private static final String ACCESS = "access/src/main/java/org/flashgrove/access/";

  private static final String FILE_TEST = "org.flashgrove.storage.file.";
  private static final String FRAME_LOG_TEST = "org.flashgrove.storage.framelog.";
  private static final String NODE_TEST = "org.flashgrove.storage.node.";
  private static final String LOG_TEST = "org.flashgrove.storage.log.";
  private static final String PLACEMENT_TEST = "org.flashgrove.storage.placement.";
  private static final String COMPONENT_TEST = "org.flashgrove.storage.component.";

  private static final String POWER_CUT = MutationTarget.Harness.POWER_CUT.name();
  private static final String KILL = MutationTarget.Harness.KILL.name();
  private static final String KILL_THEN_POWER_CUT =
      MutationTarget.Harness.KILL_THEN_POWER_CUT.name();
  private static final String ROW_POWER_CUT = MutationTarget.Harness.ROW_POWER_CUT.name();
  private static final String CREATION = MutationTarget.Harness.CREATION.name();
  private static final String BIT_FLIP = MutationTarget.Harness.BIT_FLIP.name();

  private static Mutation of(String name, String found, String file, String from, String to) {
    return new Mutation(name, found, List.of(new PatchedSources.Patch(file, from, to)));
  }

  @Override
  public String toString() {
    return name;
  }

  /** Returns all mutations. */
  static List<Mutation> all() {
    List<Mutation> all = new ArrayList<>();
    all.addAll(syncs());
    all.addAll(syncCalls());
    all.addAll(checksums());
    all.addAll(checkpointSteps());
    all.addAll(logSteps());
    all.addAll(batchSteps());
    all.addAll(blocks());
    return all;
  }

  private static List<Mutation> syncs() {
    String log = FRAME_LOG + "LogFile.java";
    String durability = LOG + "Durability.java";
    String checkpoints = LOG + "Checkpoints.java";
    String slots = PLACEMENT + "FreePages.java";
    String maps = PLACEMENT + "DurableMaps.java";
    return List.of(
        of(
            "sync of the log by a commit, sync=op",
            POWER_CUT,
            durability,
            "await(commits.newest());",
            ""),
        of(
            "the log's sync reaches the file",
            POWER_CUT,
            FRAME_LOG + "FrameLog.java",
            "synced.sync();",
            ""),
        of(
            "sync of the log when it is opened",
            KILL_THEN_POWER_CUT,
            log,
            "writtenBytes : fileBytes);\n    file.sync();",
            "writtenBytes : fileBytes);"),
        of(
            "sync of the directory when a log is opened",
            KILL_THEN_POWER_CUT,
            log,
            "directory.sync();\n    counters.countSync();\n    markedFrame",
            "counters.countSync();\n    markedFrame"),
        of(
            "sync of a rewritten log",
            POWER_CUT,
            log.replace("LogFile", "NewLogFile"),
            "target.sync();",
            ""),
        of(
            "sync of the directory after a rewrite",
            POWER_CUT,
            log,
            "directory.rename(name + NEW_SUFFIX, name);\n      directory.sync();",
            "directory.rename(name + NEW_SUFFIX, name);"),
        of(
            "sync of the log before a checkpoint",
            POWER_CUT,
            checkpoints,
            "log.sync();\n    pages.checkpoint(",
            "pages.checkpoint("),
        of(
            "sync of images and map before the superblock",
            POWER_CUT,
            slots,
            "durable.sync();\n    durable.switchTo(",
            "durable.switchTo("),
        of(
            "sync of the superblock",
            POWER_CUT,
            maps,
            "writePage(next.slot());\n    sync();",
            "writePage(next.slot());"),
        of(
            "sync of the map found when a store is opened",
            KILL_THEN_POWER_CUT,
            slots,
            "private void settle() {\n    durable.sync();",
            "private void settle() {"),
        of(
            "sync of pages written whole before their commit",
            POWER_CUT,
            NODE + "TreePart.java",
            "if (operation.hasSealedPages()) {\n      device.sync();",
            "if (operation.hasSealedPages()) {"),
        of(
            "sync of the log on request",
            POWER_CUT,
            durability,
            "void makeAllDurable() {\n    if (logsCommits()) {\n      log.sync();",
            "void makeAllDurable() {\n    if (logsCommits()) {\n      log.drain();"),
        of(
            "sync of the log at closing",
            POWER_CUT,
            checkpoints,
            "settle();\n    }\n    log.sync();",
            "settle();\n    }"),
        of(
            "sync of the pages by a flush, placement=home",
            NODE_TEST + "DurabilityTest#aFlushInPlaceLeavesNothingUnsynced",
            checkpoints,
            "part.syncPages();",
            ""),
        of(
            "sync of the directory after the page file's creation",
            NODE_TEST + "DurabilityTest#aPageFileKeepsItsNameOnceItIsCreated",
            FILE + "FilePageStore.java",
            "directory.sync();",
            ""),
        of(
            "sync of the description",
            CREATION,
            FILE + "StoreDirectory.java",
            "written.sync();",
            ""),
        of(
            "sync of the directory after the description",
            CREATION,
            ACCESS + "StoreFiles.java",
            "write(descriptions, values);\n      descriptions.sync();",
            "write(descriptions, values);"));
  }

  private static List<Mutation> syncCalls() {
    return List.of(
        of(
            "sync of the log by the thread of sync=group",
            NODE_TEST + "DurabilityTest#aGroupedCommitBecomesDurableByItself",
            LOG + "commit/GroupCommit.java",
            "log.durableFrame() < noted) {\n        log.sync();",
            "log.durableFrame() < noted) {"),
        of(
            "sync of the log by a caller that waits, sync=group",
            NODE_TEST + "DurabilityTest#aCallerThatWaitsIsServed",
            LOG + "commit/GroupCommit.java",
            "long start = System.nanoTime();\n      try {\n        log.sync();",
            "long start = System.nanoTime();\n      try {\n        log.drain();"),
        of(
            "sync for those who wait while the store is closed, sync=group",
            LOG_TEST + "commit.GroupCommitTest#closingMakesDurableWhatCallersWaitFor",
            LOG + "commit/GroupCommit.java",
            "if (syncs) {\n        log.sync();",
            "if (syncs) {\n        log.lastFrame();"),
        of(
            "fdatasync of a file",
            FILE_TEST + "DiskSyncTest#ofANativeFile",
            DISK + "PosixFile.java",
            "result = Posix.calls().fdatasync(descriptor());",
            "result = 0;"),
        of(
            "fsync of a directory",
            FILE_TEST + "DiskSyncTest#ofANativeDirectory",
            DISK + "PosixFile.java",
            "result = Posix.calls().fsync(descriptor);",
            "result = 0;"),
        of(
            "sync of a file without native calls",
            FILE_TEST + "DiskSyncTest#ofAPortableFile",
            DISK + "PortableFile.java",
            "file.getFD().sync();",
            "file.getFD();"),
        of(
            "sync of a directory without native calls",
            FILE_TEST + "DiskSyncTest#ofAPortableDirectory",
            DISK + "DiskDirectory.java",
            "channel.force(true);",
            "channel.size();"));
  }

  private static List<Mutation> blocks() {
    String writes = COMPONENT + "BlockWrites.java";
    String release = COMPONENT + "BlockRelease.java";
    String sequences = COMPONENT + "BlockSequences.java";
    String page = COMPONENT + "BlockPage.java";
    String cuts = COMPONENT_TEST + "ComponentCrashTest#powerCutsOfOneSeed";
    String damage = COMPONENT_TEST + "ComponentDamageTest#";
    return List.of(
        of(
            "sync of blocks before the edit that names them",
            cuts,
            writes,
            "unsynced = false;\n        space.sync();",
            "unsynced = false;"),
        of(
            "retired blocks wait for the log",
            cuts,
            release,
            "long durable = store.durableFrame();",
            "long durable = Long.MAX_VALUE;"),
        of(
            "retired blocks wait for snapshots",
            cuts,
            release,
            "if (lease.owner() == file && commit >= since && commit <= until) {",
            "if (lease.owner() == file && commit < -9) {"),
        of(
            "sync of the bound of sequences",
            damage + "sequencesAreNeverGivenOutTwice",
            sequences,
            "new long[] {bound}, 1);\n    store.sync();",
            "new long[] {bound}, 1);"),
        of(
            "a compacted log knows the bound of sequences",
            cuts,
            sequences,
            "sections.append(StoreLog.SEQUENCES, new long[] {setAside}, 1);",
            ""),
        of(
            "blocks that count are not free after a restart",
            cuts,
            COMPONENT + "ComponentPart.java",
            "blocks.restore(block);",
            ""),
        of(
            "checksum of a page of a block",
            damage + "flippedBitsAreNoticed",
            page,
            "(int) INT.get(page, AT_CRC) == checksum(page, pageSize)\n"
                + "            && (int) INT.get(page, AT_MAGIC) == MAGIC\n"
                + "            && (short)",
            "(short)"),
        of(
            "the tag of a page of a block",
            damage + "pagesOfAnotherStructureAreNoticed",
            page,
            "\n            && (long) LONG.get(page, AT_TAG) == tag",
            ""),
        of(
            "block and index of a page of a block",
            damage + "misplacedPagesAreNoticed",
            page,
            "\n            && (int) INT.get(page, AT_BLOCK) == (int) block.number()"
                + "\n            && (short) SHORT.get(page, AT_INDEX) == (short) index",
            ""),
        of(
            "the sequence of a page of a block",
            damage + "stalePagesAreNoticed",
            page,
            "\n            && (long) LONG.get(page, AT_SEQUENCE) == block.sequence()",
            ""),
        of(
            "the checksum of a block's last page that the log names",
            damage + "aLastPageWithAnotherChecksumIsNoticed",
            page,
            "\n            && (!last || (int) INT.get(page, AT_CRC) == block.checksum())",
            ""));
  }

  private static List<Mutation> checksums() {
    String reader = FRAME_LOG + "FrameReader.java";
    String page = CORE_NODE + "NodeHeader.java";
    String device = NODE + "device/FreeNodeDevice.java";
    String map = PLACEMENT + "MapPage.java";
    return List.of(
        of(
            "checksum of a frame",
            POWER_CUT,
            reader,
            "checksumOf(offset, frameBytes()) == (stored ^ tagChecksum)",
            "checksumOf(offset, frameBytes()) != stored - 1L"),
        of(
            "checksum of the log's header",
            BIT_FLIP,
            reader,
            "if (stored != (own ^ LogFormat.tagChecksum(foundTag))) {",
            "if (stored == own + 1L << 40) {"),
        of(
            "checksum of the durable mark",
            FRAME_LOG_TEST + "FrameLogTest#everyFlippedBitIsDetected",
            reader,
            "boolean intact = window.getInt(LogFormat.AT_MARK_CRC) == (own ^ tagChecksum);",
            "boolean intact = true;"),
        of(
            "checksum of a node's page",
            BIT_FLIP,
            page,
            "boolean intact = stored == checksum(bytes);",
            "boolean intact = true;"),
        of(
            "checksum of a node's page after a restart",
            BIT_FLIP,
            page,
            "&& bytes.getInt(AT_CRC) == checksum(bytes)\n        ",
            ""),
        of(
            "checksum that the map knows, when a node is read",
            FaultKind.READ_MISDIRECTED.name(),
            device,
            "if (into.storedChecksum() != PageMap.checksum(place)) {",
            "if (into.pageSize() < 0) {"),
        of(
            "checksum that a move knows, after a restart",
            POWER_CUT,
            device,
            "return into.storedChecksum() == PageMap.checksum(place)\n        && ",
            "return "),
        of(
            "checksum of a page of the map",
            BIT_FLIP,
            map,
            "if (crc != PageChecksum.of(page)) {",
            "if (page.capacity() < 0) {"),
        of(
            "checksum of a page of the map that its place knows",
            PLACEMENT_TEST + "FreePagesTest#anEarlierContentOfASlotIsNoticed",
            map,
            "crc == PageMap.checksum(place)\n            && ",
            ""),
        of(
            "checksum of a superblock",
            BIT_FLIP,
            PLACEMENT + "Superblock.java",
            "\n        || !PageChecksum.matches(page)",
            ""),
        of(
            "checksum of the description",
            BIT_FLIP,
            ACCESS + "design/DescriptionFile.java",
            "if (crcLine < 0\n"
                + "        || !Long.toHexString(checksum(text.substring(0, crcLine)))"
                + ".equals(values.get(CHECKSUM))) {",
            "if (crcLine < 0) {"));
  }

  private static List<Mutation> checkpointSteps() {
    String checkpoints = LOG + "Checkpoints.java";
    String slots = PLACEMENT + "FreePages.java";
    String maps = PLACEMENT + "DurableMaps.java";
    String released = "slots.release(frame, readers.positions(frame));\n    ";
    String releasedAtOnce =
        "slots.release(0, org.flashgrove.storage.file.StoreReaders.NONE.positions(0));\n";
    String replay = LOG + "MoveReplay.java";
    return List.of(
        of(
            "slots become free only after the superblock",
            POWER_CUT,
            slots,
            "long sequence = durable.superblock().sequence() + 1;",
            released + "long sequence = durable.superblock().sequence() + 1;"),
        of(
            "only slots that were free before are discarded",
            POWER_CUT,
            slots,
            "long first = durable.write(maps, sequence);",
            released + "discardFree();\n    long first = durable.write(maps, sequence);"),
        of(
            "slots become free only by a checkpoint",
            POWER_CUT,
            slots,
            "slots.supersede(PageMap.slot(old));",
            "slots.supersede(PageMap.slot(old));\n      " + releasedAtOnce),
        of(
            "changed chunks of the map go to free slots",
            POWER_CUT,
            maps,
            "supersedeChanged(map);\n    }\n",
            "supersedeChanged(map);\n    }\n    " + releasedAtOnce),
        of(
            "slots of earlier chunks become free",
            PLACEMENT_TEST + "FreePagesTest#slotsAreUsedAgain",
            maps,
            "slots.supersede(PageMap.slot(map.chunkPlace(i)));",
            ""),
        of(
            "slots of the earlier directory become free",
            PLACEMENT_TEST + "FreePagesTest#slotsAreUsedAgain",
            maps,
            "slots.supersede(PageMap.slot(place));",
            ""),
        of(
            "superblocks take turns",
            PLACEMENT_TEST + "FreePagesTest#aSuperblockTornAtAnyByteLeavesTheOneBefore",
            PLACEMENT + "Superblock.java",
            "return sequence % SLOTS;",
            "return 0;"),
        of(
            "changed chunks of the map are written",
            POWER_CUT,
            maps,
            "chunks += writeChunks(entry.getKey(), entry.getValue(), sequence);",
            "chunks += sequence > 3 ? entry.getValue().chunkCount() : writeChunks(entry.getKey(),"
                + " entry.getValue(), sequence);"),
        of(
            "reads under way are waited for",
            PLACEMENT_TEST + "FreePagesTest#aCheckpointWaitsForReadsUnderWay",
            slots,
            "gate.await();\n    slots.release(frame,",
            "slots.release(frame,"),
        of(
            "a compaction begins with a checkpoint",
            POWER_CUT,
            checkpoints,
            "if (pages != null) {\n      checkpoint(content);\n    } else {\n",
            "if (pages == null) {\n"),
        of(
            "closing ends with a checkpoint",
            NODE_TEST + "DurabilityTest#anOrderlyClosedStoreIsOpenedWithoutALookAtItsPages",
            checkpoints,
            "if (pages != null && (pages.isMoved() || isNewer)) {\n      checkpoint();",
            "if (pages != null && (pages.isMoved() || isNewer)) {"),
        of(
            "the log knows the newest checkpoint",
            NODE_TEST + "DurabilityTest#aDamagedSuperblockIsNotReplacedByAnOlderOne",
            checkpoints,
            "frames.checkpoint(pages.sequence());",
            ""),
        of(
            "the compacted log knows the newest checkpoint",
            BIT_FLIP,
            LOG + "ContentCollector.java",
            "frames.appendCheckpoint(sink, sequence);",
            ""),
        of(
            "a superblock older than the log knows is refused",
            BIT_FLIP,
            replay,
            "if (newestCheckpoint > pages.sequence()) {",
            "if (newestCheckpoint < 0) {"),
        of(
            "moves before the checkpoint are not repeated",
            POWER_CUT,
            replay,
            "number > pages.frame()",
            "number > 0"),
        of(
            "a move without its image is not believed",
            POWER_CUT,
            replay,
            "&& part.holds(pageId, place)) {",
            ") {"),
        of(
            "the move before a lost one counts",
            POWER_CUT,
            replay,
            "at >= 0; at -= KEPT_WORDS",
            "at >= Math.max(0, places.length - KEPT_WORDS); at -= KEPT_WORDS"),
        of(
            "images of nodes that no commit created are forgotten",
            NODE_TEST + "DurabilityTest#aLoadWithoutItsCommitKeepsNoSlots",
            NODE + "TreeReplay.java",
            "free.pages().forget(free.tree(), nodeId);",
            ""),
        of(
            "images of free ids are forgotten",
            NODE_TEST + "DurabilityTest#aLoadWithoutItsCommitKeepsNoSlots",
            NODE + "TreeReplay.java",
            "free.pages().deleted(free.tree(), nodeId, lastFrame);",
            ""));
  }

  private static List<Mutation> logSteps() {
    String log = FRAME_LOG + "LogFile.java";
    String scan = FRAME_LOG + "LogScan.java";
    String condition = LOG + "StoreCondition.java";
    return List.of(
        of(
            "MOVE frames",
            POWER_CUT,
            LOG + "StoreLog.java",
            "log.append(MOVE, moves, moveLength);",
            ""),
        of(
            "the torn tail is cut off",
            POWER_CUT,
            log,
            "file.resize(writtenBytes);\n      file.sync();",
            ""),
        of(
            "the log goes ahead of the pages, placement=home",
            KILL,
            NODE + "device/HomeNodeDevice.java",
            "log.drain();",
            ""),
        of(
            "frames of a rewrite are known to be durable",
            FRAME_LOG_TEST + "FrameLogTest#aFrameOfARewriteLostIsDamageEvenWithoutAMark",
            scan,
            "Math.max(reader.readMark(), firstFrame + reader.readRewritten() - 1)",
            "reader.readMark()"),
        of(
            "frames up to the mark are known to be durable",
            BIT_FLIP,
            scan,
            "Math.max(reader.readMark(), firstFrame + reader.readRewritten() - 1)",
            "firstFrame + reader.readRewritten() - 1"),
        of(
            "frames that later frames knew to be durable",
            FRAME_LOG_TEST + "FrameLogTest#aFrameMissingFromWhatWasSyncedIsDamage",
            scan,
            "    searchBehind(expected);\n",
            ""),
        of(
            "the mark at opening",
            FRAME_LOG_TEST + "FrameLogTest#whatAnOpeningFoundIsGuardedFromThenOn",
            log,
            "markedFrame = scan.mark();\n    writeMark(found.frame());",
            "markedFrame = scan.mark();"),
        of(
            "the mark at closing",
            BIT_FLIP,
            log,
            "room.close(file, writtenBytes);\n    writeMark(durable);",
            "room.close(file, writtenBytes);"),
        of(
            "the mark is written twice",
            FRAME_LOG_TEST + "FrameLogTest#aSingleStrayWriteHidesNoLostFrame",
            log,
            "file.write(LogFormat.AT_MARK, mark, 0, LogFormat.MARK_BYTES);\n      markedFrame",
            "markedFrame"),
        of(
            "a failed sync of the log is the last",
            FRAME_LOG_TEST + "FrameLogTest#afterAFailureEveryLaterCallIsRefused",
            FRAME_LOG + "FrameLog.java",
            "appended.durable(newest);\n"
                + "    } catch (StoreException e) {\n"
                + "      throw condition.fail(e);",
            "appended.durable(newest);\n    } catch (StoreException e) {\n      throw e;"),
        of(
            "a failure of the store is remembered",
            FaultKind.WRITE_FAILS.name(),
            condition,
            "isWholeAfterFailure();\n    }\n    refusing = true;",
            "isWholeAfterFailure();\n    }"),
        of(
            "a failed write of a page is remembered",
            FaultKind.WRITE_FAILS.name(),
            NODE + "device/NodeDevice.java",
            "writeFailure = cause;",
            ""),
        of(
            "a buffered deletion does not overtake a whole page",
            NODE_TEST + "DurabilityTest#aBufferedDeletionDoesNotOvertakeAWholePage",
            NODE + "LoggedNodeStore.java",
            "buffer.forget(page.nodeId());",
            ""));
  }

  /** Returns the mutations that remove steps of batches over trees and heap files. */
  private static List<Mutation> batchSteps() {
    String heap = HEAP + "HeapFile.java";
    String replay = HEAP + "HeapReplay.java";
    return List.of(
        of(
            "all parts of a commit stand in one frame",
            ROW_POWER_CUT,
            LOG + "StoreLog.java",
            "        frame.start(part.number());\n"
                + "        part.describe(frame);\n"
                + "      }\n"
                + "      log.append(SECTIONS, frame.words, frame.length);",
            "        SectionFrame one = new SectionFrame();\n"
                + "        one.of(part.number());\n"
                + "        part.describe(one);\n"
                + "        log.append(SECTIONS, one.words, one.length);\n"
                + "      }"),
        of(
            "intervals that merges join are cut where a compaction in steps has come to",
            "org.flashgrove.grove.GroveTest#aCheckpointImageInStepsHoldsWhatChangedBesideIt",
            "grove/src/main/java/org/flashgrove/grove/CheckpointImages.java",
            "buffer.cut(written);",
            ""),
        of(
            "heap pages are written before the log is compacted",
            ROW_POWER_CUT,
            heap,
            "public void content(AppendLog.FrameSink sections) {\n      flush();",
            "public void content(AppendLog.FrameSink sections) {"),
        of(
            "pages of the free-space map are written before the log is compacted",
            ROW_POWER_CUT,
            heap,
            "buffer.flush();\n      writes.flushSpaces();",
            "buffer.flush();"),
        of(
            "changes that a heap page contains are not repeated",
            ROW_POWER_CUT,
            replay,
            "if (!staged.contains(pageId) && device.map().version(pageId) >= frame) {",
            "if (frame < 0) {"),
        of(
            "changes that a page of the free-space map contains are not repeated",
            ROW_POWER_CUT,
            replay,
            "if (frame > known && !isMapped) {\n      spaces.set(pageId, category",
            "if (frame > known) {\n      spaces.set(pageId, category"),
        of(
            "a move of a heap page without its image is not believed",
            ROW_POWER_CUT,
            HEAP + "page/HeapDevice.java",
            "return into.isSealed(pageId, storeTag, PageMap.checksum(place));",
            "return true;"),
        of(
            "images of heap pages are kept for snapshots",
            "org.flashgrove.access.RowBatchTest#snapshotsSeeAllOfABatchOrNothing",
            HEAP + "HeapImages.java",
            "history.keep(pageId, copy, until);",
            "device.give(copy);"),
        of(
            "a page kept for a later snapshot is not shown to an earlier one",
            "org.flashgrove.storage.heap.HeapFileTest#snapshotsOfSeveralCommitsEachSeeTheirOwn",
            HEAP + "HeapImages.java",
            "HeapPage page = earlier(pageId, frame);\n      if (page == null) {",
            "HeapPage page = earlier(pageId, frame);\n"
                + "      if (page != null) {\n"
                + "        return page;\n"
                + "      } else {"),
        of(
            "the stored free-space map leaves out what is not committed",
            "org.flashgrove.storage.heap.HeapFileTest#flushLeavesOutWhatAnOpenOperationHasChanged",
            HEAP + "page/FreeSpaceMap.java",
            "for (int at = journalLength - JOURNAL_WORDS; at >= 0; at -= JOURNAL_WORDS) {",
            "for (int at = -1; at >= 0; at -= JOURNAL_WORDS) {"));
  }
}
