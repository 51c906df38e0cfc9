/** Layouts of the tables and plots of an experiment. */
package org.flashgrove.lab.experiment.matrix.layout;
