package org.flashgrove.lab.experiment.results;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.access.StoreOptions;

/**
 * Fills the configuration tables of the benchmark framework FESTIval (Carniel's thesis, 2019, table
 * 7) from the specs of a store. A setting that a spec does not contain gets its default value.
 */
record ConfigurationTables(Rows rows) {
  private static final Map<String, String> SPLITS =
      Map.of(
          "exponential", "EXPONENTIAL",
          "linear", "LINEAR",
          "quadratic", "QUADRATIC",
          "rstar", "RSTARTREE SPLIT",
          "greene", "GREENE SPLIT",
          "angtan", "ANGTAN SPLIT");
  private static final Map<String, String> FAST_POLICIES =
      Map.of(
          "all", "FLUSH ALL",
          "random", "RANDOM FLUSH",
          "fast", "FAST FLUSHING POLICY",
          "fast*", "FAST STAR FLUSHING POLICY");
  private static final Map<String, String> EFIND_POLICIES =
      Map.of(
          "m", "MOD",
          "mall", "MOD TIME",
          "mh", "MOD TIME HEIGHT",
          "mha", "MOD TIME HEIGHT AREA",
          "mhao", "MOD TIME HEIGHT AREA OVERLAP");

  /** FESTIval's codes of each tree: plain, with FAST, and with eFIND; -1 if there is no code. */
  private static final Map<String, int[]> TYPES =
      Map.of(
          "rtree", new int[] {1, 4, 8},
          "rstar", new int[] {2, 5, 9},
          "hilbert", new int[] {3, 6, 10},
          "fortree", new int[] {7, 7, 7},
          "xbr", new int[] {11, 12, 13});

  private static final int OTHER_TYPE = 14;

  /**
   * Returns the row id of a configuration, which consists of data set, page size, device, index and
   * buffer. Adds a row if the configuration is new.
   */
  long configuration(Map<String, Object> config) throws SQLException {
    String flash = config.get("flash").toString();
    long source =
        rows.number(
            "source",
            new Row()
                .with("schema_name", null)
                .with("table_name", config.get("data"))
                .with("column_name", "bounds")
                .with("pk_name", "id"));
    long basic = basic(config);
    long special = specialized(config.get("index").toString(), flash);
    return rows.number(
        "indexconfiguration",
        new Row()
            .with("src_id", source)
            .with("bc_id", basic)
            .with("sc_id", special)
            .with("buf_id", buffer(config, flash)));
  }

  private long basic(Map<String, Object> config) throws SQLException {
    KnownSpec device = new KnownSpec("device", config.get("device").toString());
    String system =
        switch (device.name()) {
          case "nand", "rawnand" -> "FlashDBSim";
          case "memory" -> "Memory";
          case "hdd" -> "HDD";
          default -> "Flash SSD";
        };
    long storage =
        rows.number(
            "storagesystem",
            new Row().with("storage_system", system).with("description", config.get("device")));
    if (system.equals("FlashDBSim")) {
      simulated(storage, device, config);
    }
    return rows.number(
        "basicconfiguration",
        new Row()
            .with("ss_id", storage)
            .with("page_size", config.get("pageSize"))
            .with("io_access", device.name().equals("direct") ? "DIRECT ACCESS" : "NORMAL ACCESS")
            .with("refinement_type", null));
  }

  private void simulated(long storage, KnownSpec device, Map<String, Object> config)
      throws SQLException {
    long medium =
        rows.number(
            "virtualflashdevice",
            new Row()
                .with("block_count", device.isGiven("blocks") ? device.number("blocks") : null)
                .with(
                    "page_count_per_block", device.isGiven("block") ? device.number("block") : null)
                .with("page_size1", device.isGiven("page") ? device.bytes("page") : null)
                .with("read_random_time", device.isGiven("read") ? device.decimal("read") : null)
                .with("program_time", device.isGiven("program") ? device.decimal("program") : null)
                .with("erase_time", device.isGiven("erase") ? device.decimal("erase") : null));
    long layer =
        rows.number("flashtranslationlayer", new Row().with("ftl_type", device.text("ftl")));
    rows.number(
        "flashdbsimconfiguration",
        new Row()
            .with("ss_id", storage)
            .with("ftl_id", layer)
            .with("vfd_id", medium)
            .with("spec", config.get("device"))
            .with("precondition", config.get("precondition")));
  }

  /**
   * Returns the id of the row that describes the page pool of a configuration. The page pool is the
   * buffer itself or lies below a flash-aware buffer. If the configuration has no page pool, the
   * row says so. A grove or an LSM R-tree has no page pool, because its own spec states its memory.
   */
  private long buffer(Map<String, Object> config, String flash) throws SQLException {
    if (isOfBlocks(config)) {
      return buffer("NONE", 0L);
    }
    KnownSpec own = new KnownSpec("buffer", flash);
    int below = flash.indexOf("+pool");
    if (below >= 0) {
      KnownSpec pool = new KnownSpec("pool below a buffer", flash.substring(below + 1));
      return buffer(pool.text("policy"), pool.bytes("buffer"));
    }
    return own.name().equals("none")
        ? buffer(own.text("policy"), own.isGiven("frames") ? null : own.bytes("buffer"))
        : buffer("NONE", 0L);
  }

  private static boolean isOfBlocks(Map<String, Object> config) {
    String index = config.get("index").toString();
    return StoreOptions.usualFlash(index).equals("none");
  }

  private long buffer(String policy, Long bytes) throws SQLException {
    return rows.number(
        "bufferconfiguration",
        new Row().with("buf_type", policy.toUpperCase(Locale.ROOT)).with("buf_size", bytes));
  }

  private long specialized(String index, String flash) throws SQLException {
    KnownSpec tree = new KnownSpec("index", index);
    KnownSpec buffer = new KnownSpec("buffer", flash);
    int variant = List.of("none", "fast", "efind").indexOf(buffer.name());
    int[] types = TYPES.get(tree.name());
    int type = types == null || variant < 0 ? OTHER_TYPE : types[variant];
    String description = index + " over " + flash;
    Row entity =
        new Row()
            .with("description", description)
            .with("index_spec", index)
            .with("flash_spec", flash)
            .with("index_type", type);
    long plain = rows.number("specializedconfiguration", entity);
    occupied(tree, buffer, plain);
    if (variant > 0) {
      flashAware(tree, buffer, plain, type);
    }
    return plain;
  }

  private long occupancy(KnownSpec tree) throws SQLException {
    return rows.number(
        "occupancyrate",
        new Row()
            .with("min_fill_int_nodes", tree.percent("nodeminfill", "minfill"))
            .with("min_fill_leaf_nodes", tree.percent("leafminfill", "minfill"))
            .with("max_fill_int_nodes", tree.percent("nodemaxfill", "maxfill"))
            .with("max_fill_leaf_nodes", tree.percent("leafmaxfill", "maxfill")));
  }

  private void occupied(KnownSpec tree, KnownSpec buffer, long number) throws SQLException {
    long rate = occupancy(tree);
    switch (tree.name()) {
      case "rtree" ->
          rows.number(
              "rtree",
              new Row()
                  .with("sc_id", number)
                  .with("or_id", rate)
                  .with("split_type", SPLITS.get(tree.text("split"))));
      case "rstar" ->
          rows.number(
              "rstartree",
              new Row()
                  .with("sc_id", number)
                  .with("or_id", rate)
                  .with("reinsertion_perc_internal_node", tree.percent("reinsertinner", "reinsert"))
                  .with("reinsertion_perc_leaf_node", tree.percent("reinsertleaf", "reinsert"))
                  .with(
                      "reinsertion_type", tree.text("order").toUpperCase(Locale.ROOT) + " REINSERT")
                  .with("max_neighbors_exam", tree.number("neighbours")));
      case "hilbert" ->
          rows.number(
              "hilbertrtree",
              new Row()
                  .with("sc_id", number)
                  .with("or_id", rate)
                  .with("order_splitting_policy", tree.number("s")));
      case "xbr" ->
          rows.number(
              "xbrtree",
              new Row()
                  .with("sc_id", number)
                  .with("or_id", rate)
                  .with("xbr_x", tree.percent("x"))
                  .with("domain", tree.text("domain")));
      case "fortree" ->
          rows.number(
              "fortree",
              new Row()
                  .with("sc_id", number)
                  .with("or_id", rate)
                  .with("buffer_size", buffer.bytes("buffer"))
                  .with("flushing_unit_size", buffer.number("unit"))
                  .with("ratio_flushing", buffer.percent("ratio"))
                  .with("x", tree.decimal("x"))
                  .with("y", tree.decimal("y")));
      default -> {
        // FESTIval has no table for other trees, so the row has only their spec.
      }
    }
  }

  private void flashAware(KnownSpec tree, KnownSpec buffer, long number, int type)
      throws SQLException {
    Row row = new Row().with("sc_id", number).with("index_type", type).with("db_sc_id", number);
    row.with("buffer_size", buffer.bytes("buffer"));
    row.with("flushing_unit_size", buffer.number("unit"));
    row.with("log_size", logBytes(buffer));
    String policy = buffer.text("policy");
    if (buffer.name().equals("fast")) {
      row.with("flushing_policy", FAST_POLICIES.getOrDefault(policy, policy));
      rows.number("fastconfiguration", row);
      return;
    }
    row.with("flushing_policy", EFIND_POLICIES.getOrDefault(policy, policy));
    row.with("read_buffer_perc", buffer.percent("read"));
    row.with("temporal_control_policy", buffer.text("tc").toUpperCase(Locale.ROOT));
    row.with("read_temporal_control_perc", buffer.percent("rq"));
    row.with("write_temporal_control_size", buffer.number("wq"));
    row.with("write_temporal_control_mindist", buffer.number("seq"));
    row.with("write_temporal_control_stride", buffer.number("stride"));
    row.with("timestamp_percentage", buffer.percent("p"));
    row.with("read_buffer_policy", buffer.text("readpolicy").toUpperCase(Locale.ROOT));
    rows.number("efindconfiguration", row);
  }

  /**
   * Returns the log size in bytes. If the spec does not give a log size, the size is at least twice
   * the size of the buffer.
   */
  private static Long logBytes(KnownSpec buffer) {
    Long log = buffer.bytes("log");
    Long memory = buffer.bytes("buffer");
    boolean grows = !buffer.isGiven("log") && log != null && memory != null;
    return grows ? Long.valueOf(Math.max(log, 2 * memory)) : log;
  }
}
