/**
 * Steps of workloads: what is done to a store, how it is counted, and what the right answers are.
 */
package org.flashgrove.lab.experiment.workload;
