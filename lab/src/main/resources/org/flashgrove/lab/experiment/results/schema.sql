-- Tables of a file of results. Names and columns are those of FESTIval (thesis, chapter 3, table 7; FESTIval 1.1.1);
-- columns that nothing here measures are NULL. The tables run, xbrtree and latency are ours, and so are the columns unit, config and figures (JSON).
CREATE TABLE run (
  run_id INTEGER PRIMARY KEY, experiment TEXT NOT NULL, description TEXT, scale TEXT NOT NULL, seed INTEGER NOT NULL,
  warm_ups INTEGER NOT NULL DEFAULT 0, document TEXT, machine TEXT NOT NULL, commit_id TEXT NOT NULL, started TEXT NOT NULL, finished TEXT);
CREATE TABLE source (
  src_id INTEGER PRIMARY KEY, schema_name TEXT, table_name TEXT, column_name TEXT, pk_name TEXT);
CREATE TABLE storagesystem (
  ss_id INTEGER PRIMARY KEY, storage_system TEXT CHECK (storage_system IN ('HDD', 'Flash SSD', 'FlashDBSim', 'Memory')), description TEXT);
CREATE TABLE basicconfiguration (
  bc_id INTEGER PRIMARY KEY, ss_id INTEGER REFERENCES storagesystem, page_size INTEGER CHECK (page_size > 0 AND page_size & (page_size - 1) = 0),
  io_access TEXT CHECK (io_access IN ('DIRECT ACCESS', 'NORMAL ACCESS')), refinement_type TEXT);
CREATE TABLE virtualflashdevice (
  vfd_id INTEGER PRIMARY KEY, nand_device_type INTEGER CHECK (nand_device_type BETWEEN 1 AND 4), block_count INTEGER CHECK (block_count > 0),
  page_count_per_block INTEGER CHECK (page_count_per_block > 0), page_size1 INTEGER CHECK (page_size1 > 0), page_size2 INTEGER,
  erase_limitation INTEGER CHECK (erase_limitation > 0), read_random_time REAL CHECK (read_random_time >= 0), read_serial_time REAL CHECK (read_serial_time >= 0),
  program_time REAL CHECK (program_time >= 0), erase_time REAL CHECK (erase_time >= 0));
CREATE TABLE flashtranslationlayer (
  ftl_id INTEGER PRIMARY KEY, ftl_type TEXT, map_list_size INTEGER CHECK (map_list_size > 0), wear_leveling_threshold INTEGER CHECK (wear_leveling_threshold > 0));
CREATE TABLE flashdbsimconfiguration (
  ss_id INTEGER REFERENCES storagesystem, ftl_id INTEGER REFERENCES flashtranslationlayer, vfd_id INTEGER REFERENCES virtualflashdevice,
  spec TEXT, precondition TEXT, UNIQUE (ss_id, ftl_id, vfd_id, spec, precondition));
CREATE TABLE bufferconfiguration (
  buf_id INTEGER PRIMARY KEY, buf_type TEXT NOT NULL, buf_size INTEGER CHECK (buf_size >= 0));
CREATE TABLE occupancyrate (
  or_id INTEGER PRIMARY KEY, min_fill_int_nodes REAL CHECK (min_fill_int_nodes BETWEEN 0 AND 100), min_fill_leaf_nodes REAL CHECK (min_fill_leaf_nodes BETWEEN 0 AND 100),
  max_fill_int_nodes REAL CHECK (max_fill_int_nodes BETWEEN 5 AND 100), max_fill_leaf_nodes REAL CHECK (max_fill_leaf_nodes BETWEEN 5 AND 100));
CREATE TABLE specializedconfiguration (
  sc_id INTEGER PRIMARY KEY, description TEXT NOT NULL UNIQUE, index_spec TEXT NOT NULL, flash_spec TEXT NOT NULL, index_type INTEGER NOT NULL);
CREATE TABLE rtree (
  sc_id INTEGER PRIMARY KEY REFERENCES specializedconfiguration, or_id INTEGER REFERENCES occupancyrate,
  split_type TEXT CHECK (split_type IN ('EXPONENTIAL', 'LINEAR', 'QUADRATIC', 'RSTARTREE SPLIT', 'GREENE SPLIT', 'ANGTAN SPLIT')));
CREATE TABLE rstartree (
  sc_id INTEGER PRIMARY KEY REFERENCES specializedconfiguration, or_id INTEGER REFERENCES occupancyrate,
  reinsertion_perc_internal_node REAL CHECK (reinsertion_perc_internal_node >= 0), reinsertion_perc_leaf_node REAL CHECK (reinsertion_perc_leaf_node >= 0),
  reinsertion_type TEXT CHECK (reinsertion_type IN ('FAR REINSERT', 'CLOSE REINSERT')), max_neighbors_exam INTEGER);
CREATE TABLE hilbertrtree (
  sc_id INTEGER PRIMARY KEY REFERENCES specializedconfiguration, or_id INTEGER REFERENCES occupancyrate, order_splitting_policy INTEGER CHECK (order_splitting_policy >= 1));
CREATE TABLE xbrtree (
  sc_id INTEGER PRIMARY KEY REFERENCES specializedconfiguration, or_id INTEGER REFERENCES occupancyrate, xbr_x REAL, domain TEXT);
CREATE TABLE fortree (
  sc_id INTEGER PRIMARY KEY REFERENCES specializedconfiguration, or_id INTEGER REFERENCES occupancyrate, buffer_size INTEGER CHECK (buffer_size > 0),
  flushing_unit_size INTEGER CHECK (flushing_unit_size > 0), ratio_flushing REAL CHECK (ratio_flushing BETWEEN 0 AND 100), x REAL CHECK (x > 0), y REAL CHECK (y > 0));
CREATE TABLE fastconfiguration (
  sc_id INTEGER PRIMARY KEY REFERENCES specializedconfiguration, index_type INTEGER, db_sc_id INTEGER, buffer_size INTEGER CHECK (buffer_size > 0),
  flushing_unit_size INTEGER CHECK (flushing_unit_size > 0), flushing_policy TEXT, log_size INTEGER CHECK (log_size >= 0));
CREATE TABLE efindconfiguration (
  sc_id INTEGER PRIMARY KEY REFERENCES specializedconfiguration, index_type INTEGER, db_sc_id INTEGER, buffer_size INTEGER CHECK (buffer_size > 0),
  read_buffer_perc REAL CHECK (read_buffer_perc >= 0), temporal_control_policy TEXT, read_temporal_control_perc REAL, write_temporal_control_size INTEGER,
  write_temporal_control_mindist INTEGER, write_temporal_control_stride INTEGER, timestamp_percentage REAL CHECK (timestamp_percentage BETWEEN 0 AND 100),
  flushing_unit_size INTEGER CHECK (flushing_unit_size > 0), flushing_policy TEXT, read_buffer_policy TEXT, log_size INTEGER CHECK (log_size >= 0));
CREATE TABLE indexconfiguration (
  config_id INTEGER PRIMARY KEY, src_id INTEGER NOT NULL REFERENCES source, bc_id INTEGER NOT NULL REFERENCES basicconfiguration,
  sc_id INTEGER NOT NULL REFERENCES specializedconfiguration, buf_id INTEGER NOT NULL REFERENCES bufferconfiguration, UNIQUE (src_id, bc_id, sc_id, buf_id));
CREATE TABLE spatialindex (
  idx_id INTEGER PRIMARY KEY, config_id INTEGER NOT NULL REFERENCES indexconfiguration, idx_name TEXT, idx_path TEXT, idx_creation TEXT, idx_last_mod TEXT);
CREATE TABLE execution (
  pe_id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES run, idx_id INTEGER REFERENCES spatialindex, execution_name TEXT NOT NULL,
  unit TEXT NOT NULL, stored TEXT NOT NULL, config TEXT NOT NULL, figures TEXT NOT NULL,
  total_time REAL, total_cpu_time REAL, index_time REAL, index_cpu_time REAL, filter_time REAL, filter_cpu_time REAL, refinement_time REAL, refinement_cpu_time REAL,
  retrieving_objects_time REAL, retrieving_objects_cpu_time REAL, processing_predicates_time REAL, processing_predicates_cpu_time REAL,
  read_time REAL, read_cpu_time REAL, write_time REAL, write_cpu_time REAL, split_time REAL, split_cpu_time REAL,
  processed_entries_num INTEGER, reinsertion_num INTEGER, cand_num INTEGER, result_num INTEGER, split_int_num INTEGER, split_leaf_num INTEGER, query_predicate INTEGER,
  reads_num INTEGER, writes_num INTEGER, pages_read INTEGER, pages_written INTEGER,
  visited_int_nodes_num INTEGER, visited_leaf_nodes_num INTEGER, written_int_nodes_num INTEGER, written_leaf_nodes_num INTEGER,
  deleted_int_nodes_num INTEGER, deleted_leaf_nodes_num INTEGER, mods_pheight TEXT, accesses_pheight TEXT,
  flushing_time REAL, flushing_cpu_time REAL, flushing_num INTEGER, flushed_nodes_num INTEGER, nof_unnecessary_flushed_nodes INTEGER,
  mod_node_buffer_num INTEGER, new_node_buffer_num INTEGER, del_node_buffer_num INTEGER, cur_mod_node_buffer_num INTEGER, cur_new_node_buffer_num INTEGER,
  cur_del_node_buffer_num INTEGER, cur_buffer_size INTEGER, ret_node_from_buf_time REAL, ret_node_from_buf_cpu_time REAL,
  write_log_time REAL, write_log_cpu_time REAL, writes_log_num INTEGER, compaction_log_time REAL, compaction_log_cpu_time REAL, compaction_log_num INTEGER,
  recovery_log_time REAL, recovery_log_cpu_time REAL, cur_log_size INTEGER, merge_back_num INTEGER,
  std_buffer_page_fault INTEGER, std_buffer_page_hit INTEGER, std_buffer_find_time REAL, std_buffer_find_cpu_time REAL, std_buffer_flushing_time REAL, std_buffer_flushing_cpu_time REAL,
  read_buffer_page_hit INTEGER, read_buffer_page_fault INTEGER, cur_read_buffer_size INTEGER, read_buffer_put_node_time REAL, read_buffer_put_node_cpu_time REAL,
  read_buffer_get_node_time REAL, read_buffer_get_node_cpu_time REAL,
  efind_force_node_in_rbuffer INTEGER, efind_write_tc_sequential INTEGER, efind_write_tc_stride INTEGER, efind_write_tc_seqstride INTEGER, efind_write_tc_filled INTEGER);
CREATE INDEX execution_of_unit ON execution (run_id, unit);
CREATE TABLE flashsimulatorstatistics (
  pe_id INTEGER PRIMARY KEY REFERENCES execution, read_count INTEGER, write_count INTEGER, erase_count INTEGER, read_latency REAL, write_latency REAL, erase_latency REAL);
CREATE TABLE indexsnapshot (
  pe_id INTEGER PRIMARY KEY REFERENCES execution, height INTEGER, num_int_nodes INTEGER, num_leaf_nodes INTEGER, num_entries_int_nodes INTEGER, num_entries_leaf_nodes INTEGER,
  num_nodes_pheight TEXT, avg_num_entries_pnode REAL, avg_coverage_area_pnode REAL, avg_overlap_area_pnode REAL, avg_dead_space_pnode REAL,
  num_int_o_nodes INTEGER, num_leaf_o_nodes INTEGER, num_entries_int_o_nodes INTEGER, num_entries_leaf_o_nodes INTEGER);
CREATE TABLE printindex (
  pe_id INTEGER NOT NULL REFERENCES execution, node_id INTEGER NOT NULL, geom TEXT NOT NULL, elem_position INTEGER, o_node INTEGER, node_height INTEGER NOT NULL,
  hilbert_value INTEGER, parent_node INTEGER);
CREATE INDEX printindex_of_execution ON printindex (pe_id);
CREATE TABLE readwriteorder (
  pe_id INTEGER NOT NULL REFERENCES execution, rw_order INTEGER NOT NULL, op_type TEXT NOT NULL CHECK (op_type IN ('READ', 'WRITE')), op_timestamp REAL, page_id INTEGER NOT NULL,
  PRIMARY KEY (pe_id, rw_order)) WITHOUT ROWID;
CREATE TABLE latency (
  pe_id INTEGER NOT NULL REFERENCES execution, micros REAL NOT NULL, queries INTEGER NOT NULL, PRIMARY KEY (pe_id, micros)) WITHOUT ROWID;
