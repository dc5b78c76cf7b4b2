"""The experiments of Wu et al. 2015, section 5, rerun.

`choices` has what the source leaves open, `warfarin` and `diabetes` read data, `study` is a data set ready
for training and attack, `compared` trains, `attack` inverts, `trial` is one repetition, `run` repeats,
`printed` compares with the source's numbers, `figures` and `report` write.
"""
