package org.flashgrove.spark.read;

import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Settings of Hadoop file systems as a broadcast variable. There are about a thousand settings, so
 * each process gets them once instead of with each task.
 */
public final class SharedConfiguration implements Serializable {
  private static final long serialVersionUID = 1;

  private final Broadcast<SerializableConfiguration> sent;

  /** Creates the broadcast variable, with which Spark sends the settings once to each process. */
  public SharedConfiguration(SparkSession spark, Configuration configuration) {
    sent =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .broadcast(new SerializableConfiguration(configuration));
  }

  /** Returns the settings, in the driver as well as in tasks. */
  Configuration value() {
    return sent.value().value();
  }
}
