package org.flashgrove.access;

import java.nio.file.Path;
import java.util.*;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
  @TempDir Path d;

  @Test
  void fix() throws Exception {
    System.setProperty("all", "true");
    String n = "storage/src/main/java/org/flashgrove/storage/node/";
    List<PatchedSources.Patch> fix =
        List.of(
            new PatchedSources.Patch(
                n + "MoveReplay.java",
                "      forgetStored(device, nodeId);\n    }\n    for (long nodeId : ids.freeIds()) {\n      forgetStored(device, nodeId);",
                "      forgetStored(device, nodeId);\n    }\n    for (long nodeId : ids.freeIds()) {\n      if (PageMap.isStored(map.place(nodeId))) device.pages().deleted(device.tree(), nodeId, frame);"),
            new PatchedSources.Patch(
                n + "MoveReplay.java",
                "forgetDead(FreeNodeDevice device, NodeIds ids)",
                "forgetDead(FreeNodeDevice device, NodeIds ids, long frame)"),
            new PatchedSources.Patch(
                n + "LogReplay.java",
                "MoveReplay.forgetDead(free, ids)",
                "MoveReplay.forgetDead(free, ids, log.lastFrame())"),
            new PatchedSources.Patch(
                "storage/src/main/java/org/flashgrove/storage/placement/FreePages.java",
                "  private void load() {\n",
                "  private void load() {\n    store.sync();\n"));
    for (int seed = 0; seed < Integer.getInteger("seeds", 3); seed++) {
      long t = System.nanoTime();
      System.out.println(
          "fixed " + new PatchedSources(d).run(fix, MutationTarget.class.getName(), "" + 2 * seed));
      System.out.println((System.nanoTime() - t) / 1e9);
    }
  }
}
