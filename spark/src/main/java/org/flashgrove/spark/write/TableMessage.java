package org.flashgrove.spark.write;

import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.flashgrove.spark.dataset.SealedTable;

/**
 * What a task reports to the driver.
 *
 * @param table the table that it wrote, or null if it got no row
 */
record TableMessage(SealedTable table) implements WriterCommitMessage {}
