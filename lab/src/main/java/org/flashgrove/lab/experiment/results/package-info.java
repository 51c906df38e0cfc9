/** Results files in SQLite, with the tables of FESTIval. */
package org.flashgrove.lab.experiment.results;
