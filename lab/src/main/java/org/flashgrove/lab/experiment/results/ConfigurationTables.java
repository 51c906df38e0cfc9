package org.flashgrove.lab.experiment.results;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.access.StoreOptions;

/**
 * Fills the configuration tables of the benchmark framework FESTIval (Carniel's thesis, 2019, table
 * 7) from the specs of a store. A setting that a spec does not contain gets its default value.
 */
final class ConfigurationTables {
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

  private final Rows rows;

  ConfigurationTables(Rows rows) {
    this.rows = rows;
  }

  /** Returns a row from alternating column names and values. */
  static Map<String, Object> row(Object... namesAndValues) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      row.put(namesAndValues[i].toString(), namesAndValues[i + 1]);
    }
    return row;
  }

  /**
   * Returns the row id of a configuration, which consists of data set, page size, device, index and
   * buffer. Adds a row if the configuration is new.
   */
  long configuration(Map<String, Object> config) throws SQLException {
    String flash = config.get("flash").toString();
    long source =
        rows.number(
            "source",
            row(
                "schema_name",
                null,
                "table_name",
                config.get("data"),
                "column_name",
                "bounds",
                "pk_name",
                "id"));
    long basic = basic(config);
    long special = specialized(config.get("index").toString(), flash);
    return rows.number(
        "indexconfiguration",
        row("src_id", source, "bc_id", basic, "sc_id", special, "buf_id", buffer(config, flash)));
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
            "storagesystem", row("storage_system", system, "description", config.get("device")));
    if (system.equals("FlashDBSim")) {
      simulated(storage, device, config);
    }
    return rows.number(
        "basicconfiguration",
        row(
            "ss_id",
            storage,
            "page_size",
            config.get("pageSize"),
            "io_access",
            device.name().equals("direct") ? "DIRECT ACCESS" : "NORMAL ACCESS",
            "refinement_type",
            null));
  }

  private void simulated(long storage, KnownSpec device, Map<String, Object> config)
      throws SQLException {
    long medium =
        rows.number(
            "virtualflashdevice",
            row(
                "block_count",
                device.isGiven("blocks") ? device.number("blocks") : null,
                "page_count_per_block",
                device.isGiven("block") ? device.number("block") : null,
                "page_size1",
                device.isGiven("page") ? device.bytes("page") : null,
                "read_random_time",
                device.isGiven("read") ? device.decimal("read") : null,
                "program_time",
                device.isGiven("program") ? device.decimal("program") : null,
                "erase_time",
                device.isGiven("erase") ? device.decimal("erase") : null));
    long layer = rows.number("flashtranslationlayer", row("ftl_type", device.text("ftl")));
    rows.number(
        "flashdbsimconfiguration",
        row(
            "ss_id",
            storage,
            "ftl_id",
            layer,
            "vfd_id",
            medium,
            "spec",
            config.get("device"),
            "precondition",
            config.get("precondition")));
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
        "bufferconfiguration", row("buf_type", policy.toUpperCase(Locale.ROOT), "buf_size", bytes));
  }

  private long specialized(String index, String flash) throws SQLException {
    KnownSpec tree = new KnownSpec("index", index);
    KnownSpec buffer = new KnownSpec("buffer", flash);
    int variant = List.of("none", "fast", "efind").indexOf(buffer.name());
    int[] types = TYPES.get(tree.name());
    int type = types == null || variant < 0 ? OTHER_TYPE : types[variant];
    String description = index + " over " + flash;
    Map<String, Object> entity =
        row(
            "description",
            description,
            "index_spec",
            index,
            "flash_spec",
            flash,
            "index_type",
            type);
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
        row(
            "min_fill_int_nodes",
            tree.percent("nodeminfill", "minfill"),
            "min_fill_leaf_nodes",
            tree.percent("leafminfill", "minfill"),
            "max_fill_int_nodes",
            tree.percent("nodemaxfill", "maxfill"),
            "max_fill_leaf_nodes",
            tree.percent("leafmaxfill", "maxfill")));
  }

  private void occupied(KnownSpec tree, KnownSpec buffer, long number) throws SQLException {
    long rate = occupancy(tree);
    switch (tree.name()) {
      case "rtree" ->
          rows.number(
              "rtree",
              row("sc_id", number, "or_id", rate, "split_type", SPLITS.get(tree.text("split"))));
      case "rstar" ->
          rows.number(
              "rstartree",
              row(
                  "sc_id",
                  number,
                  "or_id",
                  rate,
                  "reinsertion_perc_internal_node",
                  tree.percent("reinsertinner", "reinsert"),
                  "reinsertion_perc_leaf_node",
                  tree.percent("reinsertleaf", "reinsert"),
                  "reinsertion_type",
                  tree.text("order").toUpperCase(Locale.ROOT) + " REINSERT",
                  "max_neighbors_exam",
                  tree.number("neighbours")));
      case "hilbert" ->
          rows.number(
              "hilbertrtree",
              row("sc_id", number, "or_id", rate, "order_splitting_policy", tree.number("s")));
      case "xbr" ->
          rows.number(
              "xbrtree",
              row(
                  "sc_id",
                  number,
                  "or_id",
                  rate,
                  "xbr_x",
                  tree.percent("x"),
                  "domain",
                  tree.text("domain")));
      case "fortree" ->
          rows.number(
              "fortree",
              row(
                  "sc_id",
                  number,
                  "or_id",
                  rate,
                  "buffer_size",
                  buffer.bytes("buffer"),
                  "flushing_unit_size",
                  buffer.number("unit"),
                  "ratio_flushing",
                  buffer.percent("ratio"),
                  "x",
                  tree.decimal("x"),
                  "y",
                  tree.decimal("y")));
      default -> {
        // FESTIval has no table for other trees, so the row has only their spec.
      }
    }
  }

  private void flashAware(KnownSpec tree, KnownSpec buffer, long number, int type)
      throws SQLException {
    Map<String, Object> row = row("sc_id", number, "index_type", type, "db_sc_id", number);
    row.put("buffer_size", buffer.bytes("buffer"));
    row.put("flushing_unit_size", buffer.number("unit"));
    row.put("log_size", logBytes(buffer));
    String policy = buffer.text("policy");
    if (buffer.name().equals("fast")) {
      row.put("flushing_policy", FAST_POLICIES.getOrDefault(policy, policy));
      rows.number("fastconfiguration", row);
      return;
    }
    row.put("flushing_policy", EFIND_POLICIES.getOrDefault(policy, policy));
    row.put("read_buffer_perc", buffer.percent("read"));
    row.put("temporal_control_policy", buffer.text("tc").toUpperCase(Locale.ROOT));
    row.put("read_temporal_control_perc", buffer.percent("rq"));
    row.put("write_temporal_control_size", buffer.number("wq"));
    row.put("write_temporal_control_mindist", buffer.number("seq"));
    row.put("write_temporal_control_stride", buffer.number("stride"));
    row.put("timestamp_percentage", buffer.percent("p"));
    row.put("read_buffer_policy", buffer.text("readpolicy").toUpperCase(Locale.ROOT));
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
