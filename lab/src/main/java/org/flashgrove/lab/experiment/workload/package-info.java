/**
 * Steps of workloads: the operations on a store, their measurement, and the check of their answers.
 */
package org.flashgrove.lab.experiment.workload;
