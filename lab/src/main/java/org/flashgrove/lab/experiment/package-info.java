/** Experiments: what a preset is, what it is asked for, and what comes out. */
package org.flashgrove.lab.experiment;
